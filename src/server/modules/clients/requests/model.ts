import type { Approval } from '#contract/approvals.ts'

export type RequestKind = Approval['kind']

export interface RequestRef {
  clientId: string
  kind: RequestKind
  /** The user it is about, if any, and for a role which one. */
  subject?: string | undefined
}

/** Two staff users have to want the same on the same day. */
export const requestKeptFor = 86_400_000
