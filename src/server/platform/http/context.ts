import type { AccountType, Role } from '#contract/users/permissions.ts'
import type { Tx } from '../db/scope.ts'

/** Who is calling, as far as access needs to know. */
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
  /** Why the account has the status that it has, where somebody said so. */
  clientStatusReason: string | null
  /** One of our own people. */
  isStaff: boolean
  /** The account of our own people. */
  isInternal: boolean
  /** The version of the terms that the user accepted, which only the owner of an account has to. */
  termsVersion: string | null
  /** Which companies of an agency the person sees. */
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

/** What a handler knows beyond its input. Scopes are opened by the service, so that no transaction waits for a vendor. */
export interface Context {
  requestId: string
  /** Present for every call of a member or of staff. */
  caller: Caller
  token: SignInToken
  /** Whether users of this account, or of all accounts, are masked for the caller: they are for staff, where the operator wants it. */
  masks(clientId: string | undefined): boolean
  inClient<T>(work: ScopedWork<T>): Promise<T>
  /** For what our own people do across accounts; refused to everybody else. */
  asStaff<T>(reason: string, work: ScopedWork<T>): Promise<T>
  /** For what the tenant's own role in the database must not do, such as saying who somebody is. Every statement names its tenant. */
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
