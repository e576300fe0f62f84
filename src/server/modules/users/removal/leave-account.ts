import { whoMayOrOwn } from '#contract/kit/route.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { renameActor } from '../../syncs/runs/service.ts'
import { deletedName } from '#server/platform/masks.ts'
import { record } from '../../acts/service.ts'
import { aboutUser, actOn, announceChange, keepAdmins, noticeOf, readAgain } from '../act-on.ts'
import { acts } from '../acts.ts'
import { updateStatus } from '../queries.ts'
import { deleteBelongings, anonymizeUser } from './queries.ts'
import { auditSnapshot, fullName, userRef } from '../model.ts'

/**
 * A user can always leave an account that another user added them to. Unlike with removed users, the sign-in stays and
 * the address is free immediately: both belong to the user.
 */
export const leaveAccount = (context: Context, dispatcher: Dispatcher, userId: string): Promise<{ left: true }> =>
  actOn(context, { userId, reason: 'users: leave the account', access: whoMayOrOwn('users', 'w') }, async (ctx) => {
    const { tx, caller, user } = ctx
    if (user.user_id !== caller.userId)
      throw new AppError('ACTION_NOT_ALLOWED', { detail: 'You can only leave an account yourself.' })
    await keepAdmins(ctx)
    const ref = userRef(user)
    await updateStatus(tx, ref, 'DELETED')
    await deleteBelongings(tx, ref)
    const after = await readAgain(ctx)
    const name = deletedName(ref.userId)
    await announceChange(ctx)
    await anonymizeUser(tx, ref, user.email)
    await renameActor(tx, ref.clientId, { from: user.email, to: name })
    const act = acts['user.left']
    await record(tx, act, {
      ...aboutUser(ctx),
      by: { origin: 'user', actor: name },
      object: { id: ref.userId, name },
      after: auditSnapshot(after),
      dispatcher,
      // With the name: the admins need to know who left.
      notice: { ...noticeOf(ctx, { after }), data: { name: fullName(after) } },
    })
    return { left: true }
  })
