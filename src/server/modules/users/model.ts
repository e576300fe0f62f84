import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { User } from '#contract/users/users.ts'
import type { Facts } from '#server/platform/audit/diff.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { maskEmail, maskName } from '#server/platform/masks.ts'
import type { Row } from '#server/platform/db/scope.ts'
import { toClient } from '../clients/model.ts'

/** A user within an account. */
export interface UserRef {
  clientId: string
  userId: string
}

export type Status = 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'DELETED'

type AppUser = Row<'app_user'>
type AsNamed =
  | 'subject'
  | 'email'
  | 'lastname'
  | 'role'
  | 'theme'
  | 'companies_chosen'
  | 'invited_at'
  | 'last_seen_at'
  | 'terms_version'

/** A user with their account. */
export interface UserRow extends Row<'client'>, Pick<AppUser, AsNamed> {
  user_id: string
  first_name: string
  user_status: string
  user_status_since: Date
  user_version: number
  user_created_at: Date
  user_updated_at: Date
  user_time_zone: string | null
  company_ids: string[] | null
}

export const isOwner = (row: UserRow): boolean => row.owner_user_id === row.user_id

export const isStaff = (row: UserRow): boolean => row.is_internal && row.role === 'super_admin'

export const statusOf = (row: UserRow): Status => row.user_status as Status

/** Invited by staff into another account, and not sent yet. */
export const isPendingApproval = (row: UserRow): boolean =>
  row.subject === null && row.invited_at === null && statusOf(row) !== 'DELETED'

export const userRef = (row: UserRow): UserRef => ({ clientId: row.client_id, userId: row.user_id })

/** An invited user gets the invitation by email, and no other email until they join. */
export const hasJoined = (row: UserRow): boolean => row.subject !== null && statusOf(row) !== 'INVITED'

/** The username at the identity provider. */
export const usernameOf = (row: UserRow): string => row.subject ?? row.email

export const fullName = (row: UserRow): string => `${row.first_name} ${row.lastname}`.trim()

export const companiesOf = (row: UserRow): 'all' | string[] => (row.companies_chosen ? (row.company_ids ?? []) : 'all')

/** As far as the reader may know: a user who sees some companies only learns of no other one. */
export const seenCompaniesOf = (row: UserRow, { companies: seen }: Pick<Caller, 'companies'>): 'all' | string[] => {
  const companies = companiesOf(row)
  return companies === 'all' || seen === 'all' ? companies : companies.filter((id) => seen.includes(id))
}

const shared = (row: UserRow) => ({
  id: row.user_id,
  clientId: row.client_id,
  email: row.email,
  name: row.first_name,
  lastname: row.lastname,
  role: row.role as User['role'],
  status: statusOf(row) === 'DELETED' ? ('INACTIVE' as const) : (row.user_status as User['status']),
  isOwner: isOwner(row),
  companies: companiesOf(row),
  version: row.user_version,
  updatedAt: row.user_updated_at.toISOString().slice(0, 10),
})

export const toCurrentUser = (row: UserRow): CurrentUser => ({
  ...shared(row),
  cognitoId: row.subject ?? '',
  isStaff: isStaff(row),
  timeZone: row.user_time_zone,
  theme: row.theme as CurrentUser['theme'],
  termsVersion: row.terms_version,
  client: toClient(row),
})

export const toCaller = (row: UserRow): Caller => ({
  userId: row.user_id,
  clientId: row.client_id,
  subject: row.subject ?? '',
  email: row.email,
  role: row.role as Caller['role'],
  isOwner: isOwner(row),
  status: row.user_status as Caller['status'],
  accountType: row.type as Caller['accountType'],
  clientStatus: row.status,
  clientStatusReason: row.status_reason,
  isStaff: isStaff(row),
  isInternal: row.is_internal,
  companies: companiesOf(row),
  termsVersion: row.terms_version,
})

const behindMask = (row: UserRow) => ({
  email: maskEmail(row.email),
  name: maskName(row.first_name),
  lastname: maskName(row.lastname),
})

/** Masked if the caller must not see the name. Anonymized users need no mask. */
export const toUser = (row: UserRow, { masks, caller }: Pick<Context, 'masks' | 'caller'>): User => {
  const isMasked = masks(row.client_id) && row.email !== ''
  return {
    ...shared(row),
    ...(isMasked ? behindMask(row) : {}),
    companies: seenCompaniesOf(row, caller),
    isMasked,
    clientName: row.name,
    invitedAt: row.invited_at?.toISOString() ?? null,
    statusSince: row.user_status_since.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.user_created_at.toISOString(),
  }
}

/** What the audit log compares. */
export const auditSnapshot = (row: UserRow): Facts => ({
  email: row.email,
  name: row.first_name,
  lastname: row.lastname,
  role: row.role,
  status: row.user_status,
  companies: companiesOf(row),
  timeZone: row.user_time_zone,
  theme: row.theme,
})
