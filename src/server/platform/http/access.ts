import { errorCatalogue } from '#contract/kit/errors.ts'
import { may } from '#contract/users/permissions.ts'
import type { Access, Route } from '#contract/kit/route.ts'
import { AppError } from '../errors.ts'
import type { Caller } from './context.ts'

/** `{clientId}.{host}` of the tenant header. It is compared with the token's user, never trusted. */
export const checkTenantHeader = (header: string | undefined, clientId: string): void => {
  if (header === undefined || header === '') return
  if (header.split('.', 1)[0]?.toLowerCase() !== clientId) throw new AppError('TENANT_MISMATCH')
}

/** A suspended user or account is stopped before anything else is checked. */
export const checkStanding = (caller: Caller): void => {
  if (caller.status === 'SUSPENDED') throw new AppError('USER_SUSPENDED')
  if (caller.clientStatus === 'suspended' || caller.clientStatus === 'closed') throw accountIsShut(caller)
}

/** Locked-out users get the reason, if there is one. */
const accountIsShut = ({ clientStatus, clientStatusReason }: Caller): AppError => {
  if (clientStatus === 'closed') return new AppError('CLIENT_SUSPENDED', { detail: 'This account is closed.' })
  if (clientStatusReason === null) return new AppError('CLIENT_SUSPENDED')
  const { text } = errorCatalogue.CLIENT_SUSPENDED
  return new AppError('CLIENT_SUSPENDED', { detail: `${text} Reason: ${clientStatusReason}` })
}

export const owesTerms = ({ isOwner, termsVersion }: Pick<Caller, 'isOwner' | 'termsVersion'>): boolean =>
  isOwner && termsVersion === null

/** The owner accepts the terms for the account. Until then every other call is refused. */
export const checkTerms = (caller: Caller): void => {
  if (owesTerms(caller)) throw new AppError('TERMS_NOT_ACCEPTED')
}

export const isInvited = ({ status }: Pick<Caller, 'status'>): boolean => status === 'INVITED'

/** An invited user may accept the invitation, by a call about themselves; until then every other call is refused. */
export const checkJoined = (caller: Caller, isAccepting = false): void => {
  if (isInvited(caller) && !isAccepting) throw new AppError('INVITATION_OPEN')
}

type Params = Readonly<Record<string, string>>

const isAboutSelf = ({ userId }: Caller, access: Access, params: Params): boolean =>
  access.kind === 'member' && access.own !== undefined && params[access.own]?.toLowerCase() === userId

export const isAccepting = (caller: Caller, { isForInvited, access }: Route, params: Params): boolean =>
  isForInvited === true && isAboutSelf(caller, access, params)

/** Checks the caller's rights before the handler runs. `params` tells whether a call is about the caller. */
export const checkAccess = (caller: Caller, access: Access, params: Params): void => {
  if (access.kind !== 'member') return
  if (!may(caller, isAboutSelf(caller, access, params) ? 'ownAccount' : access.area, access.right))
    throw new AppError('FORBIDDEN')
}
