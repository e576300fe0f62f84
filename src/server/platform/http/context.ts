import type { AccountType, Role } from '#contract/users/permissions.ts'
import type { Tx } from '../db/scope.ts'

/** Who is calling, as far as access checks need to know. */
export interface Caller {
  userId: string
  clientId: string
  subject: string
  email: string
  role: Role
  isOwner: boolean
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED'
  accountType: AccountType
  clientStatus: string
  /** Why the account has its status, if there is a reason. */
  clientStatusReason: string | null
  /** Whether the caller is staff. */
  isStaff: boolean
  /** Whether it is the account of staff. */
  isInternal: boolean
  /** The version of the terms that the user accepted, which only the owner of an account has to. */
  termsVersion: string | null
  /** Which companies of an agency the user sees. */
  companies: 'all' | readonly string[]
}

/** Until when, and with which sign-in, the call may be made. */
export interface SignInToken {
  originJti: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** Work in a transaction, in the name of the caller. */
export type ScopedWork<T> = (tx: Tx) => Promise<T>

/** What a handler knows beyond its input. Services open the scopes, so that no transaction waits for a vendor. */
export interface Context {
  requestId: string
  /** Present for every call of a user or of staff. */
  caller: Caller
  token: SignInToken
  /**
   * Whether users of this account, or of all accounts, are masked for the caller: they are for staff, if the operator
   * wants it.
   */
  masks(clientId: string | undefined): boolean
  inClient<T>(work: ScopedWork<T>): Promise<T>
  /** Aborted when the caller stops waiting for the reply. */
  signal: AbortSignal
  /** For what staff do across accounts; refused to all others. */
  asStaff<T>(reason: string, work: ScopedWork<T>): Promise<T>
  /** For what the client's own database role must not do, such as changing who a user is. Every statement names its client. */
  asSystem<T>(reason: string, work: ScopedWork<T>): Promise<T>
}

/** A call that needs a token but no account yet. */
export interface IdentityContext {
  requestId: string
  token: string
  subject: string
}

export interface PublicContext {
  requestId: string
}
