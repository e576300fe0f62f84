// Finds the account of a login name. An unknown name gets a decoy subject, always the same for the same name, and takes
// the same path through every operation: answers and counters reveal nothing, and the costly steps are the same,
// including an email that is never delivered. Calls with the decoy subject get the same answers.
import { isId } from '#server/platform/ids.ts'
import { madeUpBytes, madeUpId } from './decoys.ts'
import type { Call } from '../pool.ts'
import { selectKnownHere } from '../proofs/throttle/known-location-queries.ts'
import { lockAccount, selectAccount, selectUnconfirmedSubs, type Account } from './queries.ts'
import { userNotFound } from '../wire/refusals.ts'

export interface Subject {
  sub: string
  /** The email as typed; empty if an id was typed: an answer must not reveal whose it is. */
  email: string
  salt: string
  account: Account | undefined
  /** Replaces the verifier if there is no account. */
  decoyVerifier: () => bigint
}

const subjectOf = (call: Call, login: string, account: Account | undefined): Subject => {
  const name = login.toLowerCase()
  const decoySub = isId(name) ? name : madeUpId(call, `nobody sub ${name}`)
  const decoy = { sub: decoySub, salt: madeUpBytes(call, `nobody salt ${decoySub}`, 16).toString('hex') }
  const { sub, salt } = account ?? decoy
  // One byte shorter than the group's prime, so that it is always smaller.
  const decoyVerifier = () => BigInt(`0x${madeUpBytes(call, `nobody verifier ${sub}`, 383).toString('hex')}`)
  return { sub, email: isId(name) ? '' : name, salt, account, decoyVerifier }
}

/** Of several sign-ups with one email, the one from the caller's location; a stranger may have signed up later. */
const findMeant = async (call: Call, login: string, find: typeof selectAccount): Promise<Account | undefined> => {
  const account = await find(call.tx, login)
  if (account?.status !== 'UNCONFIRMED' || isId(login)) return account
  const subs = await selectUnconfirmedSubs(call.tx, account.email)
  const here = await selectKnownHere(call, subs)
  const meant = subs.find((sub) => here.has(sub)) ?? account.sub
  return meant === account.sub ? account : find(call.tx, meant)
}

/** To prove or change something: locked against others until this operation ends. */
export const findSubject = async (call: Call, login: string): Promise<Subject> =>
  subjectOf(call, login, await findMeant(call, login, lockAccount))

/** To request a proof, which changes nothing yet. */
export const readSubject = async (call: Call, login: string): Promise<Subject> =>
  subjectOf(call, login, await findMeant(call, login, selectAccount))

const required = (account: Account | undefined): Account => {
  if (!account) throw userNotFound()
  return account
}

/** For callers that may know who exists, to read. */
export const requireAccount = async (call: Call, login: string): Promise<Account> => required(await selectAccount(call.tx, login))

/** For callers that may know who exists, to change. */
export const requireLockedAccount = async (call: Call, login: string): Promise<Account> =>
  required(await lockAccount(call.tx, login))

/** The phone number, once a code has verified it. */
export const provenPhone = ({ attributes }: Account): string | undefined =>
  attributes['phone_number_verified'] === 'true' ? attributes['phone_number'] : undefined

export const isEmailVerified = ({ attributes }: Account): boolean => attributes['email_verified'] === 'true'

/** Where a code went, without revealing the email to a caller who only guessed it. */
export const deliveryTo = (email: string) => {
  const at = email.lastIndexOf('@')
  const [first = ''] = email.slice(0, Math.max(at, 0))
  const [second = ''] = email.slice(at + 1)
  const isAddress = first !== '' && second !== ''
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: isAddress ? `${first}***@${second}***` : '***@***' }
}

/** The same for a phone number: not even its length is shown. */
export const deliveryByText = (phone: string) => ({
  AttributeName: 'phone_number',
  DeliveryMedium: 'SMS',
  Destination: `+*******${phone.slice(-4)}`,
})
