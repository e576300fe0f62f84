// Who may do what to whom: pure decisions, without queries or changes.
import { limits } from '#contract/kit/limits.ts'
import { adminRoles as allAdminRoles, grantableRoles, type Role } from '#contract/users/permissions.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { type UserRow, type Status, isPendingApproval, isOwner, statusOf } from './model.ts'

/** The roles that can administer an account. In our own account that is super_admin. */
export const adminRoles = (isInternal: boolean): readonly Role[] => (isInternal ? ['super_admin'] : allAdminRoles)

const hasOwnersPowers = (caller: Caller): boolean => grantableRoles(caller).includes('account_admin')

/** A caller cannot act on users of a higher role. */
export const checkRank = (caller: Caller, row: UserRow): void => {
  const isAbove = !grantableRoles(caller).includes(row.role as Role) || (isOwner(row) && !hasOwnersPowers(caller))
  if (isAbove) throw new AppError('FORBIDDEN', { detail: 'This user has more permissions than you.' })
}

/** Staff who requested an invitation wait for the decision and cannot change it meanwhile. */
export const checkNotPending = (row: UserRow): void => {
  if (isPendingApproval(row))
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: 'This invitation needs approval. Approve or decline it under Approvals first.',
    })
}

/** A caller cannot grant a role above their own. */
export const checkGrantable = (caller: Caller, role: Role): void => {
  if (!grantableRoles(caller).includes(role))
    throw new AppError('FORBIDDEN', { detail: "You can't give others more permissions than you have.", field: 'role' })
}

/** Whether the account might lose its last admin if this user is demoted or removed. */
export const isAdminInUse = (row: UserRow): boolean =>
  statusOf(row) === 'ACTIVE' && adminRoles(row.is_internal).includes(row.role as Role)

const allowed: Record<Status, string> = {
  INVITED: 'An invited user becomes active by signing in. You can resend the invitation, or suspend or remove them.',
  ACTIVE: 'An active user can be suspended or removed.',
  SUSPENDED: 'A suspended user can be restored or removed.',
  DELETED: 'This user was removed.',
}

/** The status that an admin can set. A user who never signed in is invited again when restored. */
export const nextStatus = (row: UserRow, requested: 'INVITED' | 'ACTIVE' | 'SUSPENDED'): 'INVITED' | 'ACTIVE' | 'SUSPENDED' => {
  const status = statusOf(row)
  const restored = row.subject === null ? 'INVITED' : 'ACTIVE'
  if ((status === 'ACTIVE' || status === 'INVITED') && requested === 'SUSPENDED') return 'SUSPENDED'
  if (status === 'SUSPENDED' && (requested === 'ACTIVE' || requested === restored)) return restored
  throw new AppError('ACTION_NOT_ALLOWED', { detail: allowed[status] })
}

/** Users accept their own invitation, and may repeat that. They cannot change their status otherwise. */
export const ownStatus = (row: UserRow, requested: 'INVITED' | 'ACTIVE' | 'SUSPENDED'): 'join' | 'nothing' => {
  if (requested === 'SUSPENDED') throw new AppError('ACTION_NOT_ALLOWED', { detail: "You can't suspend yourself." })
  if (requested === 'ACTIVE' && statusOf(row) === 'INVITED') return 'join'
  if (requested === 'ACTIVE' && statusOf(row) === 'ACTIVE') return 'nothing'
  throw new AppError('ACTION_NOT_ALLOWED', { detail: "You're already active." })
}

export const tooSoon = (invitedAt: Date | null): AppError => {
  const seconds = Math.max(1, Math.ceil(((invitedAt?.getTime() ?? 0) + limits.invitationPause - Date.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new AppError('TOO_MANY_REQUESTS', {
    detail: `We sent an invitation less than ${limits.invitationPause / 60_000} minutes ago. Try again in ${wait}.`,
    retryAfter: seconds,
  })
}
