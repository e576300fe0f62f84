// Everybody who signed up with one address. It belongs to whoever confirms it with their own code; what the others chose never counts.
import { isId } from '#server/platform/ids.ts'
import { madeUpId } from '../accounts/decoys.ts'
import type { Call } from '../pool.ts'
import {
  deleteAccount,
  lockUnconfirmed,
  selectAccount,
  updateAccount,
  type Account,
  type AccountChange,
} from '../accounts/queries.ts'
import { selectCrowd, selectKnownHere } from '../proofs/throttle/known-locations.ts'
import { lockSubject } from '../proofs/throttle/throttle-queries.ts'
import { limitExceeded, userExists } from '../wire/refusals.ts'

const waitingMax = 5
const waitingPerPlace = 2
const undisturbed = 3_600_000

export interface SignUps {
  /** Stands for the address where something is counted, whoever signed up with it. */
  address: string
  /** Empty where an id was typed: an answer must not tell whose it is. */
  typedEmail: string
  /** Somebody has confirmed it, or was invited with it. */
  isTaken: boolean
  /** Who may still confirm it, newest first. */
  waiting: Account[]
  /** Those of them who signed up where the caller is, newest first. */
  waitingHere: Account[]
  /** Whose code counts: that of the sign-up which the client names, else those of the caller's place, else all. */
  meant: Account[]
}

/** Nobody else signs up with the address or confirms it until this operation is done. */
export const lockSignUps = async (call: Call, login: string, named?: string): Promise<SignUps> => {
  const name = login.toLowerCase()
  const typedEmail = isId(name) ? '' : name
  const email = typedEmail || (await selectAccount(call.tx, name))?.email
  const address = madeUpId(call, `sign-up ${email ?? name}`)
  await lockSubject(call.tx, address)
  if (email === undefined) return { address, typedEmail, isTaken: false, waiting: [], waitingHere: [], meant: [] }
  const owner = await selectAccount(call.tx, email)
  const isTaken = owner !== undefined && owner.status !== 'UNCONFIRMED'
  const all = isTaken ? [] : await lockUnconfirmed(call.tx, email)
  const waiting = all.filter(({ sub }) => typedEmail !== '' || sub === name)
  const here = await selectKnownHere(
    call,
    waiting.map(({ sub }) => sub),
  )
  const waitingHere = waiting.filter(({ sub }) => here.has(sub))
  const notNamed = waitingHere.length > 0 ? waitingHere : waiting
  const meant = named === undefined ? notNamed : waiting.filter(({ sub }) => sub === named)
  return { address, typedEmail, isTaken, waiting, waitingHere, meant }
}

/** Of the network with most sign-ups the newest; else the oldest of all, which had its hour. */
const findLeastMissed = async (call: Call, elsewhere: Account[]): Promise<Account> => {
  const crowd = await selectCrowd(
    call.tx,
    elsewhere.map(({ sub }) => sub),
  )
  const isUndisturbed = ({ createdAt }: Account) => createdAt.getTime() > call.now.getTime() - undisturbed
  const found = elsewhere.find(({ sub }) => crowd.has(sub)) ?? elsewhere.findLast((account) => !isUndisturbed(account))
  if (!found) throw limitExceeded()
  return found
}

/**
 * Before one more: the oldest of the same place make room. Those of another place, whose owner it may be, have an hour for themselves, unless
 * several come from one network; then the oldest of them goes where there is no room, so that strangers cannot keep an address for longer.
 */
export const makeRoom = async (call: Call, { waiting, waitingHere }: SignUps): Promise<void> => {
  const elsewhere = waiting.filter((account) => !waitingHere.includes(account))
  if (elsewhere.length >= waitingMax) await deleteAccount(call.tx, (await findLeastMissed(call, elsewhere)).sub)
  const room = Math.min(waitingPerPlace, Math.max(1, waitingMax - elsewhere.length))
  for (const { sub } of waitingHere.slice(room - 1)) await deleteAccount(call.tx, sub)
}

/** Who signed up with the address and did not confirm it goes. */
export const clearSignUps = async (call: Call, email: string): Promise<void> => {
  await lockSubject(call.tx, madeUpId(call, `sign-up ${email}`))
  for (const { sub } of await lockUnconfirmed(call.tx, email)) await deleteAccount(call.tx, sub)
}

/** From now on the address is theirs. */
export const confirmAccount = async (call: Call, { sub, email }: Account, change: AccountChange = {}): Promise<void> => {
  const owner = await selectAccount(call.tx, email)
  if (owner !== undefined && owner.status !== 'UNCONFIRMED') throw userExists()
  for (const other of await lockUnconfirmed(call.tx, email)) if (other.sub !== sub) await deleteAccount(call.tx, other.sub)
  await updateAccount(call.tx, sub, { ...change, status: 'CONFIRMED', updatedAt: call.now })
}
