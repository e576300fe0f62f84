// The parameters of one step of a sign-in.
import { emptyText } from '../../wire/required-messages.ts'
import { invalidParameter } from '../../wire/refusals.ts'

export type Params = Readonly<Record<string, string>>

export const required = (params: Params, name: string): string => {
  const value = params[name]
  if (!value) throw invalidParameter(emptyText(name) ?? `Missing required parameter ${name}`)
  return value
}

export const usernameOf = (params: Params): string => {
  const name = required(params, 'USERNAME')
  if (name.length > 254) throw invalidParameter("Value at 'USERNAME' failed to satisfy constraint")
  return name
}
