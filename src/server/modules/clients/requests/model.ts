export type RequestKind = 'closing' | 'ownership' | 'role' | 'invitation'

export interface RequestRef {
  clientId: string
  kind: RequestKind
  /** The user it is about, if any, and for a role which one. */
  subject?: string | undefined
}

/** Two staff users have to want the same on the same day. */
export const requestKeptFor = 86_400_000
