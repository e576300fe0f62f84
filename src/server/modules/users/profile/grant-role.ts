// What one staff user may not grant alone: more than the role user.
import { takesTwoStaff, type Role } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { askForSecond } from '../../clients/requests/service.ts'
import { acts } from '../acts.ts'
import { announceRequest } from '../request-email.ts'
import { type UserRow, fullName, isStaff, userRef } from '../model.ts'

/** Staff who act in another account always give a reason. */
export const isElsewhere = (caller: Caller, clientId: string): boolean => caller.isStaff && clientId !== caller.clientId

/** Whether a second staff user has to approve it. */
export const needsSecond = (caller: Caller, role: Role): boolean => caller.isStaff && takesTwoStaff(role)

interface Work {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

interface Grant {
  user: UserRow
  role: Role
  reason: string | undefined
  isSecond?: boolean | undefined
}

export const checkReason = (reason: string | undefined): string => {
  if (reason === undefined) throw new AppError('VALIDATION_FAILED', { detail: 'Give a reason.', field: 'reason' })
  return reason
}

/** Staff give a reason for what they do to users of other accounts and to other staff users. */
export const checkStaffReason = (caller: Caller, user: UserRow, reason: string | undefined): void => {
  if (isElsewhere(caller, user.client_id) || isStaff(user)) checkReason(reason)
}

/**
 * True once a second staff user has approved. Before that, the request is recorded, and the owner of the account is
 * notified before anything changes.
 */
export const isGranted = async ({ tx, dispatcher, caller }: Work, { user, role, reason, isSecond }: Grant): Promise<boolean> => {
  const { clientId, userId } = userRef(user)
  if (isElsewhere(caller, clientId)) checkReason(reason)
  if (!needsSecond(caller, role)) return true
  const why = checkReason(reason)
  const request = { clientId, kind: 'role', subject: `${userId}:${role}`, role, reason: why, isSecond } as const
  const answer = await askForSecond({ tx, dispatcher, caller }, request)
  if (answer !== 'asked') return answer === 'agreed'
  const announced = { name: fullName(user), role, reason: why, about: userId, change: `${role} ${Date.now()}` }
  await record(tx, acts['user.role_requested'], {
    clientId,
    object: { id: userId },
    before: { role: user.role },
    after: { role },
    reason: why,
    dispatcher,
    ...(await announceRequest(tx, { clientId, kind: 'staff.role_requested', ...announced })),
  })
  return false
}
