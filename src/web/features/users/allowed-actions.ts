import { grantableRoles, may, takesTwoStaff, type Role } from '#contract/users/permissions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { User } from '#contract/users/users.ts'
import { accessProfileOf } from '#web/lib/may.ts'

export const fullNameOf = ({ name, lastname, email }: Pick<User, 'name' | 'lastname' | 'email'>): string =>
  `${name} ${lastname}`.trim() || email

const rolesToGive = (me: CurrentUser): Role[] => grantableRoles({ ...accessProfileOf(me), isInternal: me.isStaff })

/** The roles that the menus offer. Only internal administration can assign Account admin, and what takes two staff users. */
const offered: readonly Role[] = ['admin', 'super_admin', 'user']

/** The roles to choose from, including the user's current one. */
export const rolesOffered = (me: CurrentUser, current?: Role): Role[] => {
  const assignable = rolesToGive(me)
  const choice = offered.filter((role) => assignable.includes(role) && !(me.isStaff && takesTwoStaff(role)))
  return current === undefined || choice.includes(current) ? choice : [current, ...choice]
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
