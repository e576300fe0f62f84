export type RequestKind = 'closing' | 'ownership' | 'role' | 'invitation'

export interface RequestRef {
  clientId: string
  kind: RequestKind
  /** Whom it is about, where it is about somebody, and for a role which one. */
  subject?: string | undefined
}

/** Two staff users have to want the same on the same day. */
export const requestKeptFor = 86_400_000
