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

/** A suspended person or account is stopped before anything else is looked at. */
export const checkStanding = (caller: Caller): void => {
  if (caller.status === 'SUSPENDED') throw new AppError('USER_SUSPENDED')
  if (caller.clientStatus === 'suspended' || caller.clientStatus === 'closed') throw accountIsShut(caller)
}

/** People who are locked out are told why, as far as anybody said it. */
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

/** Whoever is invited may accept that, by a call about themselves; until then every other call is refused. */
export const checkJoined = (caller: Caller, isAccepting = false): void => {
  if (isInvited(caller) && !isAccepting) throw new AppError('INVITATION_OPEN')
}

type Params = Readonly<Record<string, string>>

const isAboutSelf = ({ userId }: Caller, access: Access, params: Params): boolean =>
  access.kind === 'member' && access.own !== undefined && params[access.own]?.toLowerCase() === userId

export const isAccepting = (caller: Caller, { isForInvited, access }: Route, params: Params): boolean =>
  isForInvited === true && isAboutSelf(caller, access, params)

/** What the person's standing gives, before the handler runs. `params` tells whether somebody asks for themselves. */
export const checkAccess = (caller: Caller, access: Access, params: Params): void => {
  if (access.kind !== 'member') return
  if (!may(caller, isAboutSelf(caller, access, params) ? 'ownAccount' : access.area, access.right))
    throw new AppError('FORBIDDEN')
}
