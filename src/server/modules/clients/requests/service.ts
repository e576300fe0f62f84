// What one staff user may not do to an account alone.
import type { NotificationData } from '#contract/notifications.ts'
import type { Role } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { settleNotices } from '../../notifications/service.ts'
import { selectClient } from '../queries.ts'
import { acts } from './acts.ts'
import type { RequestRef } from './model.ts'
import * as queries from './queries.ts'
import {
  deleteRequest,
  insertRequest,
  selectRequest,
  selectRequestsFor,
  selectStaffClient,
  type StaffRequestInput,
} from './queries.ts'

interface Asking {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

type SecondRequest = Omit<StaffRequestInput, 'staffId'> & {
  role?: Role
  /** Only as the second approval: no new request is made. */
  isSecond?: boolean | undefined
}

const notOpen = (): AppError => new AppError('NOT_FOUND', { detail: 'This request is no longer open.' })

const aboutOf = ({ clientId, kind, subject = '' }: RequestRef): string => `${clientId}:${kind}:${subject}`

const openingOf = (kind: RequestRef['kind']) => acts[`request.${kind}`]

interface Step {
  request: RequestRef
  act: (typeof acts)[keyof typeof acts]
  /** The user to notify, if it is one user. */
  userId?: string
  more?: NotificationData
}

const recordStep = async ({ tx, dispatcher, caller }: Asking, { request, act, userId, more }: Step): Promise<void> => {
  const account = await selectClient(tx, request.clientId)
  await record(tx, act, {
    clientId: caller.clientId,
    ...(userId === undefined ? {} : { object: { id: userId } }),
    dispatcher,
    notice: {
      except: caller.userId,
      about: aboutOf(request),
      change: String(Date.now()),
      data: { ...(account ? { name: account.name } : {}), actor: caller.email, ...more },
    },
  })
}

const settleNoticesOf = (tx: Tx, staffClientId: string, request: RequestRef): Promise<void> =>
  settleNotices(tx, staffClientId, { kinds: [openingOf(request.kind).notify.kind], about: aboutOf(request) })

/** Notifies the staff user who made the request of the result, and settles the notifications of the others. */
const settle = async (asking: Asking, { request, requestedBy, outcome, reason }: Settled): Promise<void> => {
  const { tx, caller } = asking
  await deleteRequest(tx, request)
  await settleNoticesOf(tx, caller.clientId, request)
  const more = reason === undefined ? {} : { reason }
  await recordStep(asking, { request, act: acts[outcome], userId: requestedBy, more })
}

interface Settled {
  request: RequestRef
  requestedBy: string
  outcome: 'request.approved' | 'request.declined'
  reason?: string | undefined
}

const checkSecond = (request: { requested_by: string } | undefined, caller: Caller): void => {
  if (!request) throw notOpen()
  if (request.requested_by === caller.userId)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'You requested this. Another staff user has to approve it.' })
}

/** An account gets one new owner: requests for another owner are declined, and their staff users notified. */
const declineOthers = async (asking: Asking, { clientId, kind, subject }: RequestRef): Promise<void> => {
  if (kind !== 'ownership') return
  for (const other of await selectRequestsFor(asking.tx, clientId, kind))
    if (other.subject !== subject)
      await settle(asking, {
        request: { clientId, kind, subject: other.subject },
        requestedBy: other.requested_by,
        outcome: 'request.declined',
      })
}

/**
 * `agreed` for the second staff user. The first one made the request, and repeating it changes nothing. The account is
 * locked meanwhile.
 */
export const askForSecond = async (asking: Asking, input: SecondRequest): Promise<'agreed' | 'asked' | 'waits'> => {
  const { tx, caller } = asking
  const { role, isSecond = false, ...request } = input
  const before = await selectRequest(tx, request)
  if (isSecond) checkSecond(before, caller)
  if (before?.requested_by === caller.userId) return 'waits'
  if (before) {
    await settle(asking, { request, requestedBy: before.requested_by, outcome: 'request.approved' })
    return 'agreed'
  }
  await declineOthers(asking, request)
  await deleteRequest(tx, request)
  await insertRequest(tx, { ...request, staffId: caller.userId })
  const more = { ...(role === undefined ? {} : { role }), ...(request.reason === undefined ? {} : { reason: request.reason }) }
  await recordStep(asking, { request, act: openingOf(request.kind), more })
  return 'asked'
}

/** The request of another staff user, with its reason. The requester cannot approve it. */
export const findRequestOfOther = async (tx: Tx, caller: Caller, ref: RequestRef): Promise<{ reason: string | undefined }> => {
  const request = await selectRequest(tx, ref)
  checkSecond(request, caller)
  return { reason: request?.reason ?? undefined }
}

/** Declined by another staff user, or withdrawn by the requester. */
export const declineRequest = async (asking: Asking, request: RequestRef, reason: string | undefined): Promise<void> => {
  const found = await selectRequest(asking.tx, request)
  if (!found) throw notOpen()
  await settle(asking, { request, requestedBy: found.requested_by, outcome: 'request.declined', reason })
}

/** An admin of the account decided about it. */
export const dropRequest = async (tx: Tx, request: RequestRef): Promise<void> => {
  const found = await selectRequest(tx, request)
  await deleteRequest(tx, request)
  const staffClientId = found && (await selectStaffClient(tx, found.requested_by))
  if (staffClientId !== undefined) await settleNoticesOf(tx, staffClientId, request)
}

/** Of all accounts, the newest first. */
export const listOpenRequests = async (tx: Tx, page: { page: number; size: number }) => ({
  items: await queries.selectOpenRequests(tx, page),
  total: await queries.countOpenRequests(tx),
})

export const deleteOldRequests = (tx: Tx): Promise<void> => queries.deleteOldRequests(tx)
