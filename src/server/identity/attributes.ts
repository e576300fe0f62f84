import { email as contractEmail } from '#contract/common.ts'
import type { Account, Attributes } from './queries.ts'
import { invalidParameter, notAuthorized } from './refusals.ts'

interface NamedValue {
  Name: string
  Value: string
}

const ownNames = ['given_name', 'family_name'] as const
const customName = /^custom:[A-Za-z0-9_]{1,20}$/
const valueMax = 256
// Attributes travel in the id token, which has to fit a cookie of 4096 bytes.
const totalMax = 1700

const isWritable = (name: string, also: readonly string[]): boolean =>
  (ownNames as readonly string[]).includes(name) || also.includes(name) || customName.test(name)

/** The given attributes as a record; refuses those that the caller may not set. */
export const readAttributes = (list: readonly NamedValue[], also: readonly string[] = []): Attributes => {
  for (const { Name, Value } of list) {
    if (!isWritable(Name, also)) throw notAuthorized('A client attempted to write unauthorized attribute')
    if (Value.length > valueMax)
      throw invalidParameter(`Attributes did not conform to the schema: ${Name}: longer than ${valueMax}`)
  }
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))
}

export const mergeAttributes = (old: Attributes, change: Attributes): Attributes => {
  const merged = { ...old, ...change }
  if (Buffer.byteLength(JSON.stringify(merged)) > totalMax)
    throw invalidParameter('Attributes did not conform to the schema: together they are too long')
  return merged
}

/** The address as it is kept and compared. */
export const readEmail = (text: string, message = 'Username should be an email.'): string => {
  const { success, data } = contractEmail.safeParse(text)
  if (!success) throw invalidParameter(message)
  return data.toLowerCase()
}

export const readVerified = (value: string): string => {
  if (value.toLowerCase() !== 'true' && value.toLowerCase() !== 'false')
    throw invalidParameter('email_verified should be true or false')
  return value.toLowerCase()
}

export const listAttributes = ({ sub, attributes }: Account): NamedValue[] =>
  Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }))
