import type { Role } from '#contract/users/permissions.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { User } from '#contract/users/users.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { checkNotOurName } from '../../clients/model.ts'
import { aboutUser, actOn, announceChange, isEmailed, keepAdmins, noticeOf, readAgain, type ActionContext } from '../act-on.ts'
import { acts } from '../acts.ts'
import { checkReason, isElsewhere, isGranted } from './grant-role.ts'
import { lockUser, replaceCompanies, updateUser as writeUser, type UserChange } from '../queries.ts'
import { checkCompanies } from '../access/check-companies.ts'
import { adminRoles, checkGrantable, checkNotPending, checkRank } from '../rules.ts'
import { companiesOf, seenCompaniesOf, auditSnapshot, userRef, toUser, type UserRow } from '../model.ts'

interface Change {
  version?: number | undefined
  name?: string | undefined
  lastname?: string | undefined
  role?: Role | undefined
  companies?: 'all' | string[] | undefined
  /** The reason why staff change users of other accounts, or grant more than the role user. */
  reason?: string | undefined
  /** Only as the second approval: no new request is made. */
  isSecond?: boolean | undefined
  timeZone?: string | null | undefined
  theme?: UserChange['theme']
}

const columnsOf = ({ name, lastname, role, companies, timeZone, theme }: Change): UserChange => ({
  name,
  lastname,
  role,
  companies_chosen: companies === undefined ? undefined : companies !== 'all',
  time_zone: timeZone,
  theme,
})

const checkName = (user: UserRow, { name, lastname }: Change): void => {
  if (name === undefined && lastname === undefined) return
  const field = name === undefined ? 'lastname' : 'name'
  checkNotOurName(`${name ?? user.first_name} ${lastname ?? user.lastname}`, { isInternal: user.is_internal, field })
}

/** True if anything was written. */
const write = async ({ tx, user }: ActionContext, change: Change): Promise<boolean> => {
  const ref = userRef(user)
  if (change.version !== undefined && change.version !== user.user_version) throw new AppError('STALE_VERSION')
  if (isNothing(change)) return false
  checkName(user, change)
  if (!(await writeUser(tx, { ...ref, version: change.version }, columnsOf(change)))) throw new AppError('STALE_VERSION')
  if (change.companies !== undefined) await replaceCompanies(tx, ref, change.companies)
  await announceChange({ tx, user })
  return true
}

const recordUpdate = async (context: Context, ctx: ActionContext, reason?: string): Promise<User> => {
  const after = await readAgain(ctx)
  await record(ctx.tx, acts['user.updated'], { ...aboutUser(ctx), after: auditSnapshot(after), reason })
  return toUser(after, context)
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A form may send unchanged values; only what differs is a change. */
const differences = ({ user, caller }: ActionContext, change: Change): Change => ({
  version: change.version,
  name: change.name === user.first_name ? undefined : change.name,
  lastname: change.lastname === user.lastname ? undefined : change.lastname,
  role: change.role === user.role ? undefined : change.role,
  companies: isSame(change.companies, seenCompaniesOf(user, caller)) ? undefined : change.companies,
  timeZone: change.timeZone === user.user_time_zone ? undefined : change.timeZone,
  theme: change.theme === user.theme ? undefined : change.theme,
})

/** Companies that the caller does not see stay. */
const withUnseen = ({ user, caller: { companies: seen } }: ActionContext, { companies, ...change }: Change): Change => {
  const before = companiesOf(user)
  if (companies === undefined || companies === 'all' || before === 'all' || seen === 'all') return { ...change, companies }
  return { ...change, companies: [...companies, ...before.filter((id) => !seen.includes(id))] }
}

const isNothing = ({ version: _version, ...changes }: Change): boolean =>
  Object.values(changes).every((value) => value === undefined)

/** The user's own names, time zone and theme, with the rights of the request. */
const changeSelf = (context: Context, change: Change): Promise<User> =>
  context.inClient(async (tx) => {
    const { caller } = context
    const user = await lockUser(tx, caller.clientId, caller.userId)
    if (!user) throw new AppError('NOT_FOUND')
    const ctx = { tx, caller, user }
    const changes = differences(ctx, change)
    if (changes.role !== undefined) throw new AppError('FORBIDDEN', { detail: "You can't change your own role.", field: 'role' })
    if (changes.companies !== undefined)
      throw new AppError('FORBIDDEN', { detail: "You can't choose your own companies.", field: 'companies' })
    return (await write(ctx, changes)) ? recordUpdate(context, ctx) : toUser(user, context)
  })

const checkRole = async (ctx: ActionContext, role: Role): Promise<void> => {
  checkGrantable(ctx.caller, role)
  if (!adminRoles(ctx.user.is_internal).includes(role)) await keepAdmins(ctx)
}

const changeRole = async (
  ctx: ActionContext,
  dispatcher: Dispatcher,
  { role, reason }: { role: Role; reason: string | undefined },
): Promise<void> => {
  const after = await readAgain(ctx)
  const act = acts['user.role_changed']
  await record(ctx.tx, act, {
    ...aboutUser(ctx),
    after: auditSnapshot(after),
    reason,
    dispatcher,
    email: (await isEmailed(ctx, act)) ? { user: ctx.user, role } : null,
    notice: noticeOf(ctx, {
      after,
      more: { role: after.role, ...(reason === undefined ? {} : { reason }) },
      hasOwnEmail: true,
    }),
  })
}

interface Granting {
  changes: Change
  reason: string | undefined
  isSecond: boolean | undefined
}

/** What takes effect immediately: not a role that waits for a second staff user. */
const grantedNow = async (ctx: ActionContext, dispatcher: Dispatcher, { changes, reason, isSecond }: Granting) => {
  const { role } = changes
  if (role === undefined) return changes
  await checkRole(ctx, role)
  const isNow = await isGranted({ ...ctx, dispatcher }, { user: ctx.user, role, reason, isSecond })
  return isNow ? changes : { ...changes, role: undefined }
}

interface Granted {
  change: Change
  reason: string | undefined
}

const carryOut = async (
  context: Context,
  ctx: ActionContext,
  dispatcher: Dispatcher,
  { change, reason }: Granted,
): Promise<User> => {
  if (!(await write(ctx, change))) return toUser(ctx.user, context)
  if (change.role === undefined) return recordUpdate(context, ctx, reason)
  await changeRole(ctx, dispatcher, { role: change.role, reason })
  return toUser(await readAgain(ctx), context)
}

/** Staff give a reason. Only the account itself decides which companies a user sees. */
const checkElsewhere = ({ user }: ActionContext, changes: Change, reason: string | undefined): void => {
  checkNotPending(user)
  if (changes.companies !== undefined)
    throw new AppError('FORBIDDEN', { detail: 'Only admins of the account can choose companies.', field: 'companies' })
  if (!isNothing(changes)) checkReason(reason)
}

const changeOther = (
  context: Context,
  dispatcher: Dispatcher,
  { userId, change }: { userId: string; change: Change },
): Promise<User> =>
  actOn(context, { userId, reason: 'users: change somebody', access: whoMay('users', 'w') }, async (ctx) => {
    // With any spelling of the id: the caller can only change their own profile fields.
    if (ctx.user.user_id === ctx.caller.userId) throw new AppError('FORBIDDEN', { detail: "You can't do this to yourself." })
    if (change.timeZone !== undefined || change.theme !== undefined)
      throw new AppError('FORBIDDEN', { detail: 'Only users themselves can change their time zone and theme.' })
    checkRank(ctx.caller, ctx.user)
    const changes = differences(ctx, change)
    const { reason, isSecond } = change
    if (isElsewhere(ctx.caller, ctx.user.client_id)) checkElsewhere(ctx, changes, reason)
    await checkCompanies(ctx.tx, ctx.caller, ctx.user, changes.companies)
    const granted = await grantedNow(ctx, dispatcher, { changes: withUnseen(ctx, changes), reason, isSecond })
    const changed = await carryOut(context, ctx, dispatcher, { change: granted, reason })
    return granted.role === changes.role ? changed : { ...changed, awaitsSecondPerson: true }
  })

export const updateUser = (context: Context, dispatcher: Dispatcher, params: { userId: string; change: Change }): Promise<User> =>
  params.userId === context.caller.userId ? changeSelf(context, params.change) : changeOther(context, dispatcher, params)
