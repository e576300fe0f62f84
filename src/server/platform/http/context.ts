import type { AccountType, Role } from '#contract/route.ts'
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
  /** One of our own people. */
  isStaff: boolean
}

/** Until when, and with which sign-in, the call may be made. */
export interface SignInToken {
  originJti: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** What a handler knows beyond its input. Scopes are opened by the service, so that no transaction waits for a vendor. */
export interface Context {
  requestId: string
  /** Present for every call of a member or of staff. */
  caller: Caller
  token: SignInToken
  inClient<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  asStaff<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>
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
