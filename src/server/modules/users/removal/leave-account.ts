import { whoMayOrOwn } from '#contract/kit/route.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { aboutUser, actOn, announceChange, keepAdmins, noticeOf, readAgain } from '../act-on.ts'
import { acts } from '../acts.ts'
import { updateStatus } from '../queries.ts'
import { deleteBelongings, freeAddress } from './queries.ts'
import { isAdminInUse } from '../rules.ts'
import { auditSnapshot, fullName, userRef } from '../model.ts'

/**
 * A user can leave an account that another user added them to. Unlike with removed users, the sign-in stays and the
 * address is free immediately: both belong to the user. Their name stays in the log of the account as long as that of
 * removed users, so that an admin cannot hide what they did by leaving. Staff are removed by another staff user.
 */
export const leaveAccount = (context: Context, dispatcher: Dispatcher, userId: string): Promise<{ left: true }> =>
  actOn(context, { userId, reason: 'users: leave the account', access: whoMayOrOwn('users', 'w') }, async (ctx) => {
    const { tx, caller, user } = ctx
    if (user.user_id !== caller.userId)
      throw new AppError('ACTION_NOT_ALLOWED', { detail: 'You can only leave an account yourself.' })
    await keepAdmins(ctx)
    if (user.is_internal && isAdminInUse(user))
      throw new AppError('ACTION_NOT_ALLOWED', { detail: "Staff can't leave. Another staff user has to remove you." })
    const ref = userRef(user)
    await updateStatus(tx, ref, 'DELETED')
    await deleteBelongings(tx, ref)
    await announceChange(ctx)
    await freeAddress(tx, ref)
    const after = await readAgain(ctx)
    const act = acts['user.left']
    await record(tx, act, {
      ...aboutUser(ctx),
      after: auditSnapshot(after),
      dispatcher,
      notice: { ...noticeOf(ctx, { after }), data: { name: fullName(after) } },
    })
    return { left: true }
  })
