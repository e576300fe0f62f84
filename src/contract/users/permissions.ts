// Who may do what. The server checks before every handler, the interface before it shows something; both read this
// table.

export const roles = ['user', 'admin', 'account_admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

/** The roles that administer an account. */
export const adminRoles = roles.filter((role) => role !== 'user')

export const accountTypes = ['AGENCY', 'COMPANY'] as const
export type AccountType = (typeof accountTypes)[number]

/** The access profiles that rights are given to. The owner of an account counts as its account_admin. */
export const standings = [
  'agencyUser',
  'agencyAdmin',
  'agencyOwner',
  'companyUser',
  'companyAdmin',
  'companyOwner',
  'staff',
] as const
export type Standing = (typeof standings)[number]

/** Read, create or change, delete, execute. */
export type Right = 'r' | 'w' | 'd' | 'x'

/**
 * One column for each access profile. The letters are rights; a dash is none. A trailing `*` limits them to the user's
 * own, and `?` to a further condition that the handling module checks: an assignment, a level of sharing, a setting.
 */
type Row = readonly [string, string, string, string, string, string, string]

const table = {
  ownAccount: ['rw*', 'rw*', 'rw*', 'rw*', 'rw*', 'rw*', 'rw*'],
  analytics: ['r', 'r', 'r', 'r', 'r', 'r', 'r'],
  leads: ['r?', 'r', 'r', 'r', 'r', 'r', 'x?'],
  exports: ['x?', 'x', 'x', 'x?', 'x', 'x', '-'],
  reports: ['rw*', 'rwd', 'rwd', 'rw*', 'rwd', 'rwd', '-'],
  lists: ['r', 'rwd', 'rwd', 'r', 'rwd', 'rwd', 'r'],
  audiences: ['-', 'x', 'x', '-', 'x', 'x', '-'],
  integrations: ['r', 'rwdx', 'rwdx', 'r', 'rwdx', 'rwdx', 'rx?'],
  syncNow: ['x?', 'x', 'x', 'x?', 'x', 'x', 'x'],
  activity: ['r', 'r', 'r', 'r', 'r', 'r', 'r'],
  connections: ['r', 'rwdx', 'rwdx', 'r', 'rwdx', 'rwdx', 'rx?'],
  criteria: ['-', '-', '-', '-', 'wx', 'wx', '-'],
  criteriaReview: ['r', 'rx', 'rx', 'r', 'r', 'r', 'r'],
  ledger: ['r*', 'r', 'r', '-', 'r', 'r', 'r'],
  ghostCompanies: ['r', 'rwdx', 'rwdx', '-', '-', '-', 'r'],
  webhooks: ['-', 'rwd', 'rwd', '-', 'rwd', 'rwd', 'r?'],
  stages: ['r', 'rwd', 'rwd', 'r', 'rwd', 'rwd', 'r'],
  users: ['r', 'rwd', 'rwd', 'r', 'rwd', 'rwd', 'rwd'],
  client: ['r', 'rw', 'rw', 'r', 'rw', 'rw', 'rw'],
  subscription: ['-', 'r', 'rwx', '-', 'r', 'rw', 'rw?'],
  audit: ['-', 'r', 'r', '-', 'r', 'r', 'r'],
  privacy: ['-', 'r?', 'r?', 'w', 'rwx', 'rwx', 'r'],
  ownership: ['-', '-', 'x', '-', '-', 'x', 'x?'],
  internal: ['-', '-', '-', '-', '-', '-', 'rwx'],
} as const satisfies Record<string, Row>

export type Area = keyof typeof table

export interface AccessProfile {
  role: Role
  isOwner: boolean
  isStaff: boolean
  accountType: AccountType
}

const ownerRoles = new Set<Role>(['account_admin', 'super_admin'])

export const standingOf = ({ role, isOwner, isStaff, accountType }: AccessProfile): Standing => {
  if (isStaff) return 'staff'
  const rank = isOwner || ownerRoles.has(role) ? 'Owner' : role === 'admin' ? 'Admin' : 'User'
  return accountType === 'AGENCY' ? `agency${rank}` : `company${rank}`
}

/** The rights of an access profile as written in the table. */
export const rightsOf = (standing: Standing, area: Area): string => table[area][standings.indexOf(standing)] ?? '-'

/** Whether the right is given at all; if only for one's own, or on a condition, the handler checks further. */
export const may = (profile: AccessProfile, area: Area, right: Right): boolean =>
  rightsOf(standingOf(profile), area).includes(right)

/** No source belongs to one of an agency's companies: a user who sees some of them only cannot be shown its contacts. */
export const seesContacts = (profile: AccessProfile & { companies: 'all' | readonly string[] }): boolean =>
  may(profile, 'leads', 'r') && profile.companies === 'all'

/** What one staff user may not grant alone, in any account: more than the role user. */
export const takesTwoStaff = (role: Role): boolean => role !== 'user'

const ranks: Record<Role, number> = { user: 0, admin: 1, account_admin: 2, super_admin: 2 }

/** The roles that a user may grant: none above their own. In our own account only staff grant more than the role user. */
export const grantableRoles = (profile: AccessProfile & { isInternal: boolean }): Role[] => {
  const own = profile.isOwner ? 2 : ranks[profile.role]
  const highest = profile.isStaff ? 2 : own
  return (Object.keys(ranks) as Role[]).filter(
    (role) => ranks[role] <= highest && (role === 'user' || !profile.isInternal || profile.isStaff),
  )
}
