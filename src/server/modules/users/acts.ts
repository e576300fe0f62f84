// What every act on a person has in common: who it is done to, one act after the other, and that others learn of it.
import type { NotificationKind } from '#contract/notifications.ts'
import type { Access } from '#contract/route.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { doneBy, lockClient } from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { notify } from '../notifications/service.ts'
import { clientOf } from './list.ts'
import { countOtherAdmins, notifyUserChanged, selectUser, type UserRow } from './queries.ts'
import { adminRoles, isAdminInUse } from './rules.ts'
import { auditSnapshot, fullName, isOwner, userRef, statusOf } from './mapper.ts'
import { assertStillAllowed } from './recheck-access.ts'

export interface ActionContext {
  tx: Tx
  note: (act: Act) => void
  caller: Caller
  person: UserRow
}

interface Doing {
  userId: string | ((tx: Tx) => Promise<string>)
  reason: string
  access: Access
  /** Nothing is done, so nobody has to wait for it. */
  isTrial?: boolean
}

/** The account is held meanwhile: two admins who act on each other come one after the other, and the second one sees what the first did, also to themselves. */
export const actOn = <T>(
  context: Context,
  { userId: whom, reason, access, isTrial = false }: Doing,
  work: (ctx: ActionContext) => Promise<T>,
): Promise<T> =>
  context.asSystem(reason, async (tx, note) => {
    const userId = typeof whom === 'string' ? whom : await whom(tx)
    const clientId = await clientOf(tx, context, userId)
    if (!isTrial) await lockClient(tx, clientId)
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access, userId })
    const person = await selectUser(tx, clientId, userId)
    if (!person || statusOf(person) === 'DELETED') throw new AppError('NOT_FOUND')
    return work({ tx, note, caller, person })
  })

/** The person as they are now. */
export const readAgain = async ({ tx, person }: ActionContext): Promise<UserRow> => {
  const row = await selectUser(tx, person.client_id, person.user_id)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** An account keeps its owner, and somebody who administers it. */
export const keepAdmins = async ({ tx, person }: ActionContext): Promise<void> => {
  if (isOwner(person))
    throw new AppError('LAST_ADMIN', { detail: 'This user owns the account. Make someone else the owner first.' })
  if (!isAdminInUse(person)) return
  const others = await countOtherAdmins(tx, userRef(person), adminRoles(person.is_internal))
  if (others === 0)
    throw new AppError('LAST_ADMIN', { detail: 'This is the last admin of the account. Make someone else an admin first.' })
}

type UserEvent = Extract<NotificationKind, `user.${string}`> | 'user.invited'

/** It is in the audit log and in the feed, on open screens, and counts from the person's next call on. */
export const recordUserEvent = async (
  ctx: ActionContext,
  event: UserEvent,
  said: { after?: UserRow; reason?: string | undefined },
) => {
  const { tx, note, caller, person } = ctx
  const { clientId, userId } = userRef(person)
  const { after, reason } = said
  await recordEvent(tx, { clientId, event, ...doneBy(caller, clientId), object: person.email })
  await publish(tx, clientId, 'users')
  if (person.subject !== null) await notifyUserChanged(tx, person.subject)
  note({
    action: event,
    clientId,
    object: { type: 'user', id: userId },
    before: auditSnapshot(person),
    ...(after ? { after: auditSnapshot(after) } : {}),
    reason,
  })
}

interface News {
  kind: Extract<NotificationKind, `user.${string}`>
  after: UserRow
  reason?: string | undefined
  /** Also the person themselves, who gets a letter of their own. */
  alsoPerson?: boolean
}

/** The admins of the account hear of it, once for each change. */
export const notifyAdmins = async (
  { tx, caller }: ActionContext,
  dispatcher: Dispatcher,
  { kind, after, reason, alsoPerson }: News,
): Promise<void> => {
  const { clientId, userId } = userRef(after)
  const notice = {
    clientId,
    except: caller.userId,
    kind,
    key: `${kind}:${userId}:${after.user_version}`,
    data: {
      name: fullName(after),
      ...(kind === 'user.left' ? {} : { actor: doneBy(caller, clientId).actor }),
      ...(kind === 'user.role_changed' ? { role: after.role } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
  }
  await notify(tx, dispatcher, { ...notice, to: 'admins', ...(alsoPerson ? { withoutLetter: [userId] } : {}) })
  if (alsoPerson) await notify(tx, dispatcher, { ...notice, to: [userId], withoutLetter: [userId] })
}
