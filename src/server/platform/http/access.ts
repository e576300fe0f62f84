import { errorCatalogue } from '#contract/errors.ts'
import { may } from '#contract/permissions.ts'
import type { Access } from '#contract/route.ts'
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

/** What the person's standing gives, before the handler runs. `params` tells whether somebody asks for themselves. */
export const checkAccess = (caller: Caller, access: Access, params: Readonly<Record<string, string>>): void => {
  if (access.kind !== 'member') return
  const isOwn = access.own !== undefined && params[access.own]?.toLowerCase() === caller.userId
  if (!may(caller, isOwn ? 'ownAccount' : access.area, access.right)) throw new AppError('FORBIDDEN')
}
