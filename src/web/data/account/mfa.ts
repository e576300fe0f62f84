import type { FetchMFAPreferenceOutput, UpdateMFAPreferenceInput } from 'aws-amplify/auth'

/** What people turn on and off themselves. */
export type MfaMethod = 'totp' | 'email'
/** Text messages are set up elsewhere; whoever has them is told so. */
export type AnyMfaMethod = MfaMethod | 'sms'

export interface MfaState {
  enabled: readonly AnyMfaMethod[]
  /** The one that is asked for first; undefined lets the person choose at every sign-in. */
  preferred: AnyMfaMethod | undefined
}

export type MfaChange = Pick<UpdateMFAPreferenceInput, AnyMfaMethod>

const names = { TOTP: 'totp', EMAIL: 'email', SMS: 'sms' } as const
const order = ['TOTP', 'EMAIL', 'SMS'] as const

export const methodsOf = ({ enabled = [], preferred }: FetchMFAPreferenceOutput): MfaState => ({
  enabled: order.filter((name) => enabled.includes(name)).map((name) => names[name]),
  preferred: preferred && names[preferred],
})

/** What is on besides this one. */
export const othersThan = (method: MfaMethod, { enabled }: MfaState) => enabled.filter((other) => other !== method)

/** The first method is asked for first; a second one waits behind it. */
export const turnedOn = (before: MfaState, method: MfaMethod): MfaChange => ({
  [method]: othersThan(method, before).length > 0 ? 'ENABLED' : 'PREFERRED',
})

/** What stays on is asked for from now on. */
export const turnedOff = (before: MfaState, method: MfaMethod): MfaChange => {
  const others = othersThan(method, before)
  return { [method]: 'DISABLED', ...(others.length === 1 ? { [String(others[0])]: 'PREFERRED' } : {}) }
}

/** Never two first ones: the provider would refuse both. With none of them the person chooses at every sign-in. */
export const askedFirst = ({ enabled }: MfaState, first: AnyMfaMethod | undefined): MfaChange =>
  Object.fromEntries(enabled.map((method) => [method, method === first ? 'PREFERRED' : 'NOT_PREFERRED']))
