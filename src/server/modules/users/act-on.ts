// What every act on a user has in common: the user, the lock, and what is recorded.
import type { Access } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { doneBy, type Act } from '../acts/model.ts'
import { lockClient } from '../clients/service.ts'
import { clientOf } from './list/list.ts'
import { countOtherAdmins, notifyUserChanged, selectUser } from './queries.ts'
import { countActsOn } from './act-queries.ts'
import { type UserRow, auditSnapshot, fullName, hasJoined, isOwner, userRef, statusOf } from './model.ts'
import { adminRoles, isAdminInUse } from './rules.ts'
import { assertStillAllowed } from './access/service.ts'

export interface ActionContext {
  tx: Tx
  caller: Caller
  user: UserRow
}

interface Doing {
  userId: string | ((tx: Tx) => Promise<string>)
  reason: string
  access: Access
  /** A dry run changes nothing, so it needs no lock. */
  isTrial?: boolean
}

/**
 * Locks the account, so that two admins who act on each other come one after the other, and the second one sees the
 * result of the first.
 */
export const actOn = <T>(
  context: Context,
  { userId: whom, reason, access, isTrial = false }: Doing,
  work: (ctx: ActionContext) => Promise<T>,
): Promise<T> =>
  context.asSystem(reason, async (tx) => {
    const userId = typeof whom === 'string' ? whom : await whom(tx)
    const clientId = await clientOf(tx, context, userId)
    if (!isTrial) await lockClient(tx, clientId)
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access, userId })
    const user = await selectUser(tx, clientId, userId)
    if (!user || statusOf(user) === 'DELETED') throw new AppError('NOT_FOUND')
    return work({ tx, caller, user })
  })

/** The user's current row. */
export const readAgain = async ({ tx, user }: ActionContext): Promise<UserRow> => {
  const row = await selectUser(tx, user.client_id, user.user_id)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** An account keeps its owner and at least one admin. */
export const keepAdmins = async ({ tx, user }: ActionContext): Promise<void> => {
  if (isOwner(user))
    throw new AppError('LAST_ADMIN', { detail: 'This user owns the account. Make someone else the owner first.' })
  if (!isAdminInUse(user)) return
  const others = await countOtherAdmins(tx, userRef(user), adminRoles(user.is_internal))
  if (others === 0)
    throw new AppError('LAST_ADMIN', { detail: 'This is the last admin of the account. Make someone else an admin first.' })
}

/** Takes effect with the user's next call, in every process. */
export const announceChange = async ({ tx, user }: Pick<ActionContext, 'tx' | 'user'>): Promise<void> => {
  if (user.subject !== null) await notifyUserChanged(tx, user.subject)
}

const day = 86_400_000
const emailsPerDay = 5

const hasEmailsLeft = async ({ tx, user }: Pick<ActionContext, 'tx' | 'user'>, { name: action }: Act): Promise<boolean> =>
  (await countActsOn(tx, userRef(user), { action, since: new Date(Date.now() - day) })) < emailsPerDay

/** Whether the user gets an email about an act: only after joining, and only a few about the same act in a day. */
export const isEmailed = async (ctx: Pick<ActionContext, 'tx' | 'user'>, act: Act): Promise<boolean> =>
  hasJoined(ctx.user) && hasEmailsLeft(ctx, act)

/** An act that does nothing without its email is refused instead. */
export const checkEmailsLeft = async (ctx: Pick<ActionContext, 'tx' | 'user'>, act: Act, detail: string): Promise<void> => {
  if (!(await hasEmailsLeft(ctx, act))) throw new AppError('TOO_MANY_REQUESTS', { detail, retryAfter: 3600 })
}

/** What is recorded of every act on a user. */
export const aboutUser = ({ caller, user }: Pick<ActionContext, 'caller' | 'user'>) => ({
  clientId: user.client_id,
  by: caller,
  object: { id: user.user_id, name: user.email },
  before: auditSnapshot(user),
})

interface Notifying {
  after: UserRow
  more?: { role?: string; reason?: string | undefined }
  /** The user gets the email of the act instead, if any. */
  hasOwnEmail?: boolean
}

/** A notification of an act on a user, once for each change. */
export const noticeOf = ({ caller }: Pick<ActionContext, 'caller'>, { after, more, hasOwnEmail = false }: Notifying) => {
  const { clientId, userId } = userRef(after)
  return {
    except: caller.userId,
    about: userId,
    change: String(after.user_version),
    data: { name: fullName(after), actor: doneBy(caller, clientId).actor, ...more },
    ...(hasOwnEmail ? { withoutEmail: [userId] } : {}),
  }
}
