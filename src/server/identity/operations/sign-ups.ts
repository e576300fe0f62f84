// All sign-ups with one address. It belongs to the sign-up that is confirmed with its own code; the other passwords
// never count.
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
import { selectCrowd, selectKnownHere } from '../proofs/throttle/known-location-queries.ts'
import { lockSubject } from '../proofs/throttle/throttle-queries.ts'
import { limitExceeded, userExists } from '../wire/refusals.ts'

const waitingMax = 5
const waitingPerLocation = 2
const undisturbed = 3_600_000

export interface SignUps {
  /** The key for counters of the address, for all its sign-ups. */
  address: string
  /** Empty if an id was typed: an answer must not reveal whose it is. */
  typedEmail: string
  /** The address is confirmed, or was invited. */
  isTaken: boolean
  /** The sign-ups that can still confirm it, newest first. */
  waiting: Account[]
  /** Those from the caller's location, newest first. */
  waitingHere: Account[]
  /** Whose code counts: the sign-up that the client names, else those of the caller's location, else all. */
  meant: Account[]
}

/** Blocks other sign-ups and confirmations of the address until this operation ends. */
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

/** The newest one of the network with most sign-ups; else the oldest of all, which had its hour. */
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
 * Makes room for one more: the oldest of the same location are deleted first. Those of another location, which may be
 * the owner's, have an hour for themselves, unless several come from one network; then the oldest of them is deleted if
 * there is no room, so that strangers cannot block an address for longer.
 */
export const makeRoom = async (call: Call, { waiting, waitingHere }: SignUps): Promise<void> => {
  const elsewhere = waiting.filter((account) => !waitingHere.includes(account))
  if (elsewhere.length >= waitingMax) await deleteAccount(call.tx, (await findLeastMissed(call, elsewhere)).sub)
  const room = Math.min(waitingPerLocation, Math.max(1, waitingMax - elsewhere.length))
  for (const { sub } of waitingHere.slice(room - 1)) await deleteAccount(call.tx, sub)
}

/** Deletes unconfirmed sign-ups with the address. */
export const clearSignUps = async (call: Call, email: string): Promise<void> => {
  await lockSubject(call.tx, madeUpId(call, `sign-up ${email}`))
  for (const { sub } of await lockUnconfirmed(call.tx, email)) await deleteAccount(call.tx, sub)
}

/** The address belongs to this account from now on. */
export const confirmAccount = async (call: Call, { sub, email }: Account, change: AccountChange = {}): Promise<void> => {
  const owner = await selectAccount(call.tx, email)
  if (owner !== undefined && owner.status !== 'UNCONFIRMED') throw userExists()
  for (const other of await lockUnconfirmed(call.tx, email)) if (other.sub !== sub) await deleteAccount(call.tx, other.sub)
  await updateAccount(call.tx, sub, { ...change, status: 'CONFIRMED', updatedAt: call.now })
}
