// Codes that confirm a sign-up. Anyone can sign up with another person's address and guess the code: a network gets
// twenty guesses a day at an address, and a sign-up accepts twenty from all locations where its password was proven,
// also if its code is sent again. The ten sign-ups an hour that all networks together have with one address (see
// emails-per-network.ts) allow 4,800 guesses a day at most, at one code in a million.
import { after, type Call } from '../../pool.ts'
import type { Account } from '../../accounts/queries.ts'
import { codeMismatch, limitExceeded } from '../../wire/refusals.ts'
import { assertAddressMay, countAddressFailure } from '../throttle/addresses.ts'
import { deleteCode } from './code-queries.ts'
import { isInLink, isOf } from './codes.ts'
import { networkFor } from './emails-per-network.ts'
import { assertMayTry, countFailure, forgetFailures } from '../throttle/throttle.ts'
import { addToThrottle, deleteThrottles, selectThrottles } from '../throttle/throttle-queries.ts'

const day = 86_400_000
const wrongPerSignUp = 20

const counterOf = ({ sub }: Account) => ({ subject: sub, kind: 'code' }) as const

/** Sign-ups without too many guesses today. */
const selectOpenSignUps = async (call: Call, signUps: readonly Account[]): Promise<Account[]> => {
  const counts = await selectThrottles(call.tx, signUps.map(counterOf))
  const usedUp = counts.filter(({ count, since }) => count >= wrongPerSignUp && after(since, day) > call.now)
  return signUps.filter(({ sub }) => !usedUp.some(({ subject }) => subject === sub))
}

const countWrongAtSignUps = async (call: Call, signUps: readonly Account[]): Promise<void> => {
  for (const account of signUps) await addToThrottle(call.tx, counterOf(account), { now: call.now, window: day })
}

/** Later codes of the user are independent of it. */
const forgetWrongAtSignUp = (call: Call, { sub }: Account): Promise<void> =>
  deleteThrottles(call.tx, { subjects: [sub], kind: 'code' })

const findSignUp = async (call: Call, signUps: readonly Account[], code: string): Promise<Account | undefined> => {
  for (const account of signUps)
    if (await isOf(call, { subject: { ...account, account }, kind: 'sign_up', code, about: account.email })) return account
  return undefined
}

interface Waiting {
  /** The key for wrong codes: a new sign-up with the same address does not reset them. */
  address: string
  /** The sign-ups whose code is compared. */
  meant: readonly Account[]
  waitingHere: readonly Account[]
}

/**
 * Whether the caller signed up from this location: guesses of strangers elsewhere do not lock them out. No other code
 * is compared then, or the attempts at that location would be guesses at it.
 */
const isOwnLocation = ({ meant, waitingHere }: Waiting): boolean =>
  meant.length > 0 && meant.every((account) => waitingHere.includes(account))

interface Tries {
  /** The sign-ups whose code may still be compared. */
  open: readonly Account[]
  countWrong: () => Promise<void>
  forget: (found: Account) => Promise<void>
}

/** The secret of a link cannot be guessed: wrong ones count for their address alone. */
const admitLink = async (call: Call, { meant }: Waiting): Promise<Tries> => {
  await assertAddressMay(call)
  return { open: meant, countWrong: () => countAddressFailure(call), forget: async () => {} }
}

const admitElsewhere = async (call: Call, { address, meant }: Waiting): Promise<Tries> => {
  const failures = await assertMayTry(call, address, 'code')
  return {
    open: meant,
    countWrong: () => countFailure(call, { sub: address, account: undefined }, failures),
    forget: () => forgetFailures(call, failures),
  }
}

/**
 * Anyone can make a location their own: by signing up with the address, or with the password of that sign-up. So
 * attempts are counted for the whole network, and for the sign-up from all locations.
 */
const admitOwnLocation = async (call: Call, { address, meant }: Waiting): Promise<Tries> => {
  const sub = networkFor(call, address) ?? address
  const failures = await assertMayTry(call, sub, 'code')
  const open = await selectOpenSignUps(call, meant)
  if (open.length === 0) throw limitExceeded()
  return {
    open,
    async countWrong() {
      await countFailure(call, { sub, account: undefined }, failures)
      await countWrongAtSignUps(call, open)
    },
    async forget(found) {
      await forgetFailures(call, failures)
      await forgetWrongAtSignUp(call, found)
    },
  }
}

const admitTry = (call: Call, signUps: Waiting): Promise<Tries> => {
  if (isInLink(call, 'sign_up')) return admitLink(call, signUps)
  return isOwnLocation(signUps) ? admitOwnLocation(call, signUps) : admitElsewhere(call, signUps)
}

/** The sign-up whose code it is. Refusals are the same, whether or not there is a sign-up. */
export const redeemSignUpCode = async (call: Call, signUps: Waiting, code: string): Promise<Account> => {
  const tries = await admitTry(call, signUps)
  const account = await findSignUp(call, tries.open, code)
  if (!account) {
    await tries.countWrong()
    throw codeMismatch()
  }
  await deleteCode(call.tx, account.sub, 'sign_up')
  await tries.forget(account)
  return account
}
