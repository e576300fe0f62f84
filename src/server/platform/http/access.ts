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
  if (caller.clientStatus === 'suspended' || caller.clientStatus === 'closed') throw new AppError('CLIENT_SUSPENDED')
}

/** The owner of an account has the powers of account_admin whatever their role says. */
const hasRole = (caller: Caller, roles: readonly string[]): boolean =>
  roles.includes(caller.role) || (caller.isOwner && roles.includes('account_admin'))

/** Role and account type, before the handler runs. */
export const checkAccess = (caller: Caller, access: Access): void => {
  if (access.kind === 'staff' && !caller.isStaff) throw new AppError('FORBIDDEN')
  if (access.kind !== 'member') return
  if (access.roles && !hasRole(caller, access.roles)) throw new AppError('FORBIDDEN')
  if (access.accountTypes && !access.accountTypes.includes(caller.accountType))
    throw new AppError('FORBIDDEN', { detail: 'This belongs to another type of account.' })
}
