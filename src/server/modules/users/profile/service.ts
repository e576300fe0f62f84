import type { Role } from '#contract/users/permissions.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { User } from '#contract/users/users.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { aboutUser, actOn, announceChange, keepAdmins, noticeOf, readAgain, type ActionContext } from '../act-on.ts'
import { acts } from '../acts.ts'
import { isElsewhere, isGranted } from './grant-role.ts'
import { lockUser, replaceCompanies, updateUser as writeUser, type UserChange } from '../queries.ts'
import { adminRoles, checkCompanies, checkGrantable, checkNotPending, checkRank } from '../rules.ts'
import { companiesOf, auditSnapshot, userRef, toUser } from '../model.ts'

interface Change {
  version?: number | undefined
  name?: string | undefined
  lastname?: string | undefined
  role?: Role | undefined
  companies?: 'all' | string[] | undefined
  /** Why one of our own people gives more than the role of a user. */
  reason?: string | undefined
  /** Only as the second of two: nothing is asked for anew. */
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

/** True when anything was written. */
const write = async ({ tx, user }: ActionContext, change: Change): Promise<boolean> => {
  const ref = userRef(user)
  if (change.version !== undefined && change.version !== user.user_version) throw new AppError('STALE_VERSION')
  if (isNothing(change)) return false
  if (!(await writeUser(tx, { ...ref, version: change.version }, columnsOf(change)))) throw new AppError('STALE_VERSION')
  if (change.companies !== undefined) await replaceCompanies(tx, ref, change.companies)
  await announceChange({ tx, user })
  return true
}

const recordUpdate = async (context: Context, ctx: ActionContext): Promise<User> => {
  const after = await readAgain(ctx)
  await record(ctx.tx, acts['user.updated'], { ...aboutUser(ctx), after: auditSnapshot(after) })
  return toUser(after, context)
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A form may send back what it was given; only what is different is a change. */
const differences = ({ user }: ActionContext, change: Change): Change => ({
  version: change.version,
  name: change.name === user.first_name ? undefined : change.name,
  lastname: change.lastname === user.lastname ? undefined : change.lastname,
  role: change.role === user.role ? undefined : change.role,
  companies: isSame(change.companies, companiesOf(user)) ? undefined : change.companies,
  timeZone: change.timeZone === user.user_time_zone ? undefined : change.timeZone,
  theme: change.theme === user.theme ? undefined : change.theme,
})

const isNothing = ({ version: _version, ...wanted }: Change): boolean =>
  Object.values(wanted).every((value) => value === undefined)

/** One's own names, time zone and theme, with no more rights than a request has. */
const changeSelf = (context: Context, change: Change): Promise<User> =>
  context.inClient(async (tx) => {
    const { caller } = context
    const user = await lockUser(tx, caller.clientId, caller.userId)
    if (!user) throw new AppError('NOT_FOUND')
    const ctx = { tx, caller, user }
    const wanted = differences(ctx, change)
    if (wanted.role !== undefined) throw new AppError('FORBIDDEN', { detail: "You can't change your own role.", field: 'role' })
    if (wanted.companies !== undefined)
      throw new AppError('FORBIDDEN', { detail: "You can't choose your own companies.", field: 'companies' })
    return (await write(ctx, wanted)) ? recordUpdate(context, ctx) : toUser(user, context)
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
    email: { user: ctx.user, role },
    notice: noticeOf(ctx, {
      kind: act.name,
      after,
      more: { role: after.role, ...(reason === undefined ? {} : { reason }) },
      isEmailed: true,
    }),
  })
}

interface Granting {
  wanted: Change
  reason: string | undefined
  isSecond: boolean | undefined
}

/** What counts at once: not a role that waits for a second one of our own people. */
const grantedNow = async (ctx: ActionContext, dispatcher: Dispatcher, { wanted, reason, isSecond }: Granting) => {
  const { role } = wanted
  if (role === undefined) return wanted
  await checkRole(ctx, role)
  const isNow = await isGranted({ ...ctx, dispatcher }, { user: ctx.user, role, reason, isSecond })
  return isNow ? wanted : { ...wanted, role: undefined }
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
  if (change.role === undefined) return recordUpdate(context, ctx)
  await changeRole(ctx, dispatcher, { role: change.role, reason })
  return toUser(await readAgain(ctx), context)
}

/** Which companies somebody sees is for the account to say. */
const checkElsewhere = ({ user }: ActionContext, wanted: Change): void => {
  checkNotPending(user)
  if (wanted.companies !== undefined)
    throw new AppError('FORBIDDEN', { detail: 'Only admins of the account can choose companies.', field: 'companies' })
}

const changeOther = (
  context: Context,
  dispatcher: Dispatcher,
  { userId, change }: { userId: string; change: Change },
): Promise<User> =>
  actOn(context, { userId, reason: 'users: change somebody', access: whoMay('users', 'w') }, async (ctx) => {
    // However the id was spelled: with one's own, only what people may change about themselves is changed.
    if (ctx.user.user_id === ctx.caller.userId) throw new AppError('FORBIDDEN', { detail: "You can't do this to yourself." })
    if (change.timeZone !== undefined || change.theme !== undefined)
      throw new AppError('FORBIDDEN', { detail: 'Only users themselves can change their time zone and theme.' })
    checkRank(ctx.caller, ctx.user)
    const wanted = differences(ctx, change)
    if (isElsewhere(ctx.caller, ctx.user.client_id)) checkElsewhere(ctx, wanted)
    checkCompanies(wanted.companies, ctx.user.type)
    const { reason, isSecond } = change
    const granted = await grantedNow(ctx, dispatcher, { wanted, reason, isSecond })
    const changed = await carryOut(context, ctx, dispatcher, { change: granted, reason })
    return granted.role === wanted.role ? changed : { ...changed, awaitsSecondPerson: true }
  })

export const updateUser = (context: Context, dispatcher: Dispatcher, asked: { userId: string; change: Change }): Promise<User> =>
  asked.userId === context.caller.userId ? changeSelf(context, asked.change) : changeOther(context, dispatcher, asked)
