import { limits } from '#contract/kit/limits.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { dropRequest } from '../../clients/requests/service.ts'
import { actOn } from '../act-on.ts'
import { acts } from '../acts.ts'
import { inviteJob } from '../jobs.ts'
import { statusOf, userRef, type UserRow } from '../model.ts'
import { isElsewhere } from '../profile/grant-role.ts'
import { selectUserRefByEmail } from '../queries.ts'
import { checkRank, tooSoon } from '../rules.ts'
import { lockGuest, releaseGuest, type Inviting } from './guests.ts'
import { markInvited } from './queries.ts'
import { checkQuota } from './quota.ts'

interface Meant {
  email?: string | undefined
  id?: string | undefined
}

/** The user, by email, or by id for callers who see the email masked. */
const idOf = async (tx: Tx, { caller }: Context, { email = '', id }: Meant): Promise<string> => {
  if (id !== undefined) return id
  const ref = await selectUserRefByEmail(tx, normaliseEmail(email))
  if (!ref || (!caller.isStaff && ref.client_id !== caller.clientId)) throw new AppError('NOT_FOUND')
  return ref.user_id
}

/** When an admin of the account sends it, that approves it. */
const releaseByAdmin = async (work: Inviting, user: UserRow): Promise<{ sent: true; invitedAt: string }> => {
  if (isElsewhere(work.caller, user.client_id))
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: 'An admin of the account or a second staff user has to approve this invitation first.',
    })
  if (!(await lockGuest(work.tx, userRef(user)))) throw new AppError('NOT_FOUND')
  await dropRequest(work.tx, { clientId: user.client_id, kind: 'invitation', subject: user.user_id })
  await releaseGuest(work, user)
  return { sent: true, invitedAt: new Date().toISOString() }
}

export const resendInvitation = (
  context: Context,
  dispatcher: Dispatcher,
  target: Meant,
): Promise<{ sent: true; invitedAt: string }> => {
  const userId = (tx: Tx) => idOf(tx, context, target)
  const access = whoMay('users', 'w')
  return actOn(context, { userId, reason: 'users: send an invitation again', access }, async ({ tx, caller, user }) => {
    checkRank(caller, user)
    if (statusOf(user) !== 'INVITED')
      throw new AppError('ACTION_NOT_ALLOWED', {
        detail: "You can only resend an invitation to a user who hasn't joined yet.",
      })
    const ref = userRef(user)
    if (user.invited_at === null) return releaseByAdmin({ tx, dispatcher, caller }, user)
    if (!(await markInvited(tx, ref, new Date(Date.now() - limits.invitationPause)))) throw tooSoon(user.invited_at)
    await checkQuota(tx, ref.clientId, 1)
    await dispatcher.enqueue(tx, inviteJob, { ...ref, invitedBy: caller.userId }, { clientId: ref.clientId })
    await record(tx, acts['user.invited_again'], { clientId: ref.clientId, object: { id: ref.userId } })
    return { sent: true, invitedAt: new Date().toISOString() }
  })
}
