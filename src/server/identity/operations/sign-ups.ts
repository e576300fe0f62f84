// Everybody who signed up with one address. It belongs to whoever confirms it with their own code; what the others chose never counts.
import { isId } from '#server/platform/ids.ts'
import { madeUpId } from '../made-up.ts'
import type { Call } from '../pool.ts'
import {
  deleteAccount,
  lockSubject,
  lockUnconfirmed,
  selectAccount,
  updateAccount,
  type Account,
  type AccountChange,
} from '../queries.ts'
import { userExists } from '../refusals.ts'

const waitingMax = 5

export interface SignUps {
  /** Stands for the address where something is counted, whoever signed up with it. */
  address: string
  /** Empty where an id was typed: an answer must not tell whose it is. */
  typedEmail: string
  /** Somebody has confirmed it, or was invited with it. */
  isTaken: boolean
  /** Who may still confirm it, newest first. */
  waiting: Account[]
}

/** Nobody else signs up with the address or confirms it until this operation is done. */
export const holdSignUps = async (call: Call, login: string): Promise<SignUps> => {
  const name = login.toLowerCase()
  const typedEmail = isId(name) ? '' : name
  const email = typedEmail || (await selectAccount(call.tx, name))?.email
  const address = madeUpId(call, `sign-up ${email ?? name}`)
  await lockSubject(call.tx, address)
  if (email === undefined) return { address, typedEmail, isTaken: false, waiting: [] }
  const owner = await selectAccount(call.tx, email)
  const isTaken = owner !== undefined && owner.status !== 'UNCONFIRMED'
  const waiting = isTaken ? [] : await lockUnconfirmed(call.tx, email)
  return { address, typedEmail, isTaken, waiting: waiting.filter(({ sub }) => typedEmail !== '' || sub === name) }
}

/** Before one more: the oldest make room. */
export const deleteSurplus = async (call: Call, { waiting }: SignUps): Promise<void> => {
  for (const { sub } of waiting.slice(waitingMax - 1)) await deleteAccount(call.tx, sub)
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
