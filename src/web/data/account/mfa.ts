import type { FetchMFAPreferenceOutput, UpdateMFAPreferenceInput } from 'aws-amplify/auth'

/** The methods that users turn on and off themselves. */
export type MfaMethod = 'totp' | 'email'
/** Text messages are set up elsewhere; the page only shows that they are on. */
export type AnyMfaMethod = MfaMethod | 'sms'

export interface MfaState {
  enabled: readonly AnyMfaMethod[]
  /** The method that sign-in asks for first; undefined lets the user choose at every sign-in. */
  preferred: AnyMfaMethod | undefined
}

export type MfaChange = Pick<UpdateMFAPreferenceInput, AnyMfaMethod>

const names = { TOTP: 'totp', EMAIL: 'email', SMS: 'sms' } as const
const order = ['TOTP', 'EMAIL', 'SMS'] as const

export const methodsOf = ({ enabled = [], preferred }: FetchMFAPreferenceOutput): MfaState => ({
  enabled: order.filter((name) => enabled.includes(name)).map((name) => names[name]),
  preferred: preferred && names[preferred],
})

/** The other enabled methods. */
export const othersThan = (method: MfaMethod, { enabled }: MfaState) => enabled.filter((other) => other !== method)

/** The first method becomes the preferred one; a second one does not. */
export const turnedOn = (before: MfaState, method: MfaMethod): MfaChange => ({
  [method]: othersThan(method, before).length > 0 ? 'ENABLED' : 'PREFERRED',
})

/** The remaining method becomes the preferred one. */
export const turnedOff = (before: MfaState, method: MfaMethod): MfaChange => {
  const others = othersThan(method, before)
  return { [method]: 'DISABLED', ...(others.length === 1 ? { [String(others[0])]: 'PREFERRED' } : {}) }
}

/** Never two preferred methods: the provider would refuse both. With none, the user chooses at every sign-in. */
export const withPreferred = ({ enabled }: MfaState, first: AnyMfaMethod | undefined): MfaChange =>
  Object.fromEntries(enabled.map((method) => [method, method === first ? 'PREFERRED' : 'NOT_PREFERRED']))
