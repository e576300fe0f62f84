import { emptyText } from '../wire/required-messages.ts'
import { email as contractEmail } from '#contract/kit/texts.ts'
import type { Account, Attributes } from './queries.ts'
import { invalidParameter, notAuthorized } from '../wire/refusals.ts'

interface NamedValue {
  Name: string
  Value: string
}

const ownNames = ['given_name', 'family_name', 'phone_number'] as const
/** Set by administrators only. */
export const proofs: readonly string[] = ['email_verified', 'phone_number_verified']
const customName = /^custom:[A-Za-z0-9_]{1,20}$/
const valueMax = 256
// E.164, the form that carriers accept.
const phoneForm = /^\+[1-9]\d{6,14}$/
// Attributes are part of the id token, which has to fit into a cookie of 4096 bytes.
const totalMax = 1700

const isWritable = (name: string, also: readonly string[]): boolean =>
  (ownNames as readonly string[]).includes(name) || also.includes(name) || customName.test(name)

const readVerified = (name: string, value: string): string => {
  if (value.toLowerCase() !== 'true' && value.toLowerCase() !== 'false') throw invalidParameter(`${name} should be true or false`)
  return value.toLowerCase()
}

const assertWritable = (name: string, also: readonly string[]): void => {
  if (!isWritable(name, also)) throw notAuthorized('A client attempted to write unauthorized attribute')
}

/** The given attributes as a record; refuses those that the caller may not set. */
export const readAttributes = (list: readonly NamedValue[], also: readonly string[] = []): Attributes => {
  for (const { Name, Value } of list) {
    assertWritable(Name, also)
    if (Value.length > valueMax)
      throw invalidParameter(`Attributes did not conform to the schema: ${Name}: longer than ${valueMax}`)
    if (Value === '' && emptyText(Name)) throw invalidParameter(emptyText(Name))
    if (Name === 'phone_number' && !phoneForm.test(Value)) throw invalidParameter('Invalid phone number format.')
  }
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, proofs.includes(Name) ? readVerified(Name, Value) : Value]))
}

/** Without the named ones; refuses those that users may not remove. */
export const removeAttributes = (old: Attributes, names: readonly string[]): Attributes => {
  for (const name of names) assertWritable(name, [])
  const gone = names.includes('phone_number') ? [...names, 'phone_number_verified'] : names
  return Object.fromEntries(Object.entries(old).filter(([name]) => !gone.includes(name)))
}

/** A new phone number is unverified, unless the same change says otherwise. */
const proofOfPhone = (old: Attributes, change: Attributes): Attributes => {
  const isNew = change['phone_number'] !== undefined && change['phone_number'] !== old['phone_number']
  return isNew ? { phone_number_verified: change['phone_number_verified'] ?? 'false' } : {}
}

export const mergeAttributes = (old: Attributes, change: Attributes): Attributes => {
  const merged = { ...old, ...change, ...proofOfPhone(old, change) }
  if (Buffer.byteLength(JSON.stringify(merged)) > totalMax)
    throw invalidParameter('Attributes did not conform to the schema: together they are too long')
  return merged
}

/** The email as it is stored and compared. */
export const readEmail = (text: string, message = 'Username should be an email.'): string => {
  const { success, data } = contractEmail.safeParse(text)
  if (!success) throw invalidParameter(message)
  return data.toLowerCase()
}

export const listAttributes = ({ sub, attributes }: Account): NamedValue[] =>
  Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }))
