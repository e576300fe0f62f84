// What one of our own people may not do to an account alone.
import type { NotificationData, NotificationKind } from '#contract/notifications.ts'
import type { Role } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { notify, settleNotices } from '../notifications/service.ts'
import { selectClient } from './queries.ts'
import {
  deleteRequest,
  insertRequest,
  selectRequest,
  selectRequestsFor,
  selectStaffClient,
  type RequestRef,
  type StaffRequestInput,
} from './request-queries.ts'

interface Asking {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

type Asked = Omit<StaffRequestInput, 'staffId'> & {
  role?: Role
  /** Only as the second of two: nothing is asked for anew. */
  isSecond?: boolean | undefined
}

const notOpen = (): AppError => new AppError('NOT_FOUND', { detail: 'This request is no longer open.' })

const kinds = {
  role: 'staff.wants_role',
  ownership: 'staff.wants_owner',
  closing: 'staff.wants_closing',
  invitation: 'staff.wants_invitation',
} as const satisfies Record<RequestRef['kind'], NotificationKind>

const aboutOf = ({ clientId, kind, subject = '' }: RequestRef): string => `${clientId}:${kind}:${subject}`

interface Told {
  place: RequestRef
  kind: NotificationKind
  to: 'admins' | readonly string[]
  more?: NotificationData
}

const tell = async ({ tx, dispatcher, caller }: Asking, { place, kind, to, more }: Told): Promise<void> => {
  const account = await selectClient(tx, place.clientId)
  await notify(tx, dispatcher, {
    clientId: caller.clientId,
    to,
    except: caller.userId,
    kind,
    key: `${kind} ${aboutOf(place)} ${Date.now()}`,
    data: { ...(account ? { name: account.name } : {}), actor: caller.email, ...more },
  })
}

/** Whoever asked learns how it went, and nobody is reminded of it any more. */
const settle = async (asking: Asking, { place, requestedBy, outcome, reason }: Settled): Promise<void> => {
  const { tx, caller } = asking
  await deleteRequest(tx, place)
  await settleNotices(tx, caller.clientId, { kinds: [kinds[place.kind]], about: aboutOf(place) })
  const more = reason === undefined ? {} : { reason }
  await tell(asking, { place, kind: outcome, to: [requestedBy], more })
}

interface Settled {
  place: RequestRef
  requestedBy: string
  outcome: 'staff.approved' | 'staff.declined'
  reason?: string | undefined
}

const checkSecond = (request: { requested_by: string } | undefined, caller: Caller): void => {
  if (!request) throw notOpen()
  if (request.requested_by === caller.userId)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'You requested this. Another staff user has to approve it.' })
}

/** An account gets one new owner: whoever asked for another one learns that theirs is off. */
const declineOthers = async (asking: Asking, { clientId, kind, subject }: RequestRef): Promise<void> => {
  if (kind !== 'ownership') return
  for (const other of await selectRequestsFor(asking.tx, clientId, kind))
    if (other.subject !== subject)
      await settle(asking, {
        place: { clientId, kind, subject: other.subject },
        requestedBy: other.requested_by,
        outcome: 'staff.declined',
      })
}

/** `agreed` for the second of two; the first one has asked, and whoever asks again still waits. The account is held meanwhile. */
export const askForSecond = async (asking: Asking, asked: Asked): Promise<'agreed' | 'asked' | 'waits'> => {
  const { tx, caller } = asking
  const { role, isSecond = false, ...wish } = asked
  const before = await selectRequest(tx, wish)
  if (isSecond) checkSecond(before, caller)
  if (before?.requested_by === caller.userId) return 'waits'
  if (before) {
    await settle(asking, { place: wish, requestedBy: before.requested_by, outcome: 'staff.approved' })
    return 'agreed'
  }
  await declineOthers(asking, wish)
  await deleteRequest(tx, wish)
  await insertRequest(tx, { ...wish, staffId: caller.userId })
  const more = { ...(role === undefined ? {} : { role }), ...(wish.reason === undefined ? {} : { reason: wish.reason }) }
  await tell(asking, { place: wish, kind: kinds[wish.kind], to: 'admins', more })
  return 'asked'
}

/** What somebody else asked for, and why. Whoever asked cannot be the second one. */
export const findRequestOfOther = async (tx: Tx, caller: Caller, place: RequestRef): Promise<{ reason: string | undefined }> => {
  const request = await selectRequest(tx, place)
  checkSecond(request, caller)
  return { reason: request?.reason ?? undefined }
}

/** By somebody else, or withdrawn by whoever asked. */
export const declineRequest = async (asking: Asking, place: RequestRef, reason: string | undefined): Promise<void> => {
  const request = await selectRequest(asking.tx, place)
  if (!request) throw notOpen()
  await settle(asking, { place, requestedBy: request.requested_by, outcome: 'staff.declined', reason })
}

/** An admin of the account decided about it themselves. */
export const dropRequest = async (tx: Tx, place: RequestRef): Promise<void> => {
  const request = await selectRequest(tx, place)
  await deleteRequest(tx, place)
  const staffClientId = request && (await selectStaffClient(tx, request.requested_by))
  if (staffClientId !== undefined) await settleNotices(tx, staffClientId, { kinds: [kinds[place.kind]], about: aboutOf(place) })
}
