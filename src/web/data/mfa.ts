import type { FetchMFAPreferenceOutput, UpdateMFAPreferenceInput } from 'aws-amplify/auth'

export type MfaMethod = 'totp' | 'email'

export interface MfaState {
  enabled: readonly MfaMethod[]
  /** The one that is asked for first; undefined lets the person choose at every sign-in. */
  preferred: MfaMethod | undefined
}

export type MfaChange = Pick<UpdateMFAPreferenceInput, MfaMethod>

const names: Record<string, MfaMethod> = { TOTP: 'totp', EMAIL: 'email' }

export const methodsOf = ({ enabled = [], preferred }: FetchMFAPreferenceOutput): MfaState => ({
  enabled: enabled.flatMap((name) => names[name] ?? []),
  preferred: preferred && names[preferred],
})

export const otherThan = (method: MfaMethod): MfaMethod => (method === 'totp' ? 'email' : 'totp')

const remains = ({ enabled }: MfaState, method: MfaMethod) => enabled.includes(otherThan(method))

/** The first method is asked for first; a second one waits behind it. */
export const turnedOn = (before: MfaState, method: MfaMethod): MfaChange => ({
  [method]: remains(before, method) ? 'ENABLED' : 'PREFERRED',
})

/** What stays on is asked for from now on. */
export const turnedOff = (before: MfaState, method: MfaMethod): MfaChange => ({
  [method]: 'DISABLED',
  ...(remains(before, method) ? { [otherThan(method)]: 'PREFERRED' } : {}),
})

/** Never two first ones: the provider would refuse both. With none of them the person chooses at every sign-in. */
export const askedFirst = (method: MfaMethod | undefined): MfaChange => ({
  totp: method === 'totp' ? 'PREFERRED' : 'NOT_PREFERRED',
  email: method === 'email' ? 'PREFERRED' : 'NOT_PREFERRED',
})
