import { grantableRoles, may, roles, takesTwoStaff, type Role } from '#contract/users/permissions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { User } from '#contract/users/users.ts'
import { accessProfileOf } from '#web/lib/may.ts'

export const fullNameOf = ({ name, lastname, email }: Pick<User, 'name' | 'lastname' | 'email'>): string =>
  `${name} ${lastname}`.trim() || email

const rolesToGive = (me: CurrentUser): Role[] => grantableRoles({ ...accessProfileOf(me), isInternal: me.isStaff })

/** The roles that the menus offer. Only internal administration can assign Account admin, and what takes two staff users. */
const isOffered = (me: CurrentUser, role: Role) => role !== 'account_admin' && !(me.isStaff && takesTwoStaff(role))

/** The roles to choose from, from the fewest rights to the most, including the user's current one. */
export const rolesOffered = (me: CurrentUser, current?: Role): Role[] => {
  const assignable = new Set(rolesToGive(me).filter((role) => isOffered(me, role)))
  return roles.filter((role) => role === current || assignable.has(role))
}

export interface AllowedActions {
  isSelf: boolean
  edit: boolean
  role: boolean
  suspend: boolean
  restore: boolean
  resend: boolean
  reset: boolean
  remove: boolean
}

/** What the current user may do with a user of their account. The server applies the same rules and a few that only it can check. */
export const allowedActionsOf = (me: CurrentUser, { id, role, status, isOwner }: User): AllowedActions => {
  const isSelf = id === me.id
  const mayChange = may(accessProfileOf(me), 'users', 'w')
  const others = mayChange && !isSelf && !isOwner && rolesToGive(me).includes(role)
  const open = others ? status : undefined
  return {
    isSelf,
    edit: others || (mayChange && isSelf),
    role: others,
    suspend: open === 'ACTIVE' || open === 'INVITED',
    restore: open === 'SUSPENDED',
    resend: open === 'INVITED',
    reset: open === 'ACTIVE',
    remove: others && may(accessProfileOf(me), 'users', 'd'),
  }
}
