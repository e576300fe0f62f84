// Approvals by two staff users: what one of them requested, and how another one decides.
import type { Approval } from '#contract/approvals.ts'
import type { Role } from '#contract/users/permissions.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { User } from '#contract/users/users.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { changeClientStatus } from '../account-closure/service.ts'
import { record } from '../acts/service.ts'
import { requestKeptFor, type RequestKind, type RequestRef } from '../clients/requests/model.ts'
import { declineRequest, dropRequest, findRequestOfOther, listOpenRequests } from '../clients/requests/service.ts'
import { lockClient } from '../clients/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { approveInvitation, declineInvitation } from '../users/invitations/service.ts'
import { transferOwnership } from '../users/ownership/service.ts'
import { updateUser } from '../users/profile/service.ts'
import { findUsers } from '../users/service.ts'
import { acts } from './acts.ts'

type ApprovalRef = Pick<Approval, 'clientId' | 'kind' | 'userId' | 'role'>
type Row = Awaited<ReturnType<typeof listOpenRequests>>['items'][number]

const subjectOf = ({ kind, userId, role }: ApprovalRef): string | undefined =>
  kind === 'role' ? `${userId}:${role}` : (userId ?? undefined)

const requestRefOf = (ref: ApprovalRef): RequestRef => ({ clientId: ref.clientId, kind: ref.kind, subject: subjectOf(ref) })

const usersOf = async (tx: Tx, context: Context, rows: readonly Row[]): Promise<Map<string, User>> => {
  const byClient = Map.groupBy(rows, ({ client_id: clientId }) => clientId)
  const users: User[] = []
  for (const [clientId, ofClient] of byClient) {
    const ids = new Set(ofClient.map(({ subject }) => subject.split(':')[0] ?? '').filter((userId) => userId !== ''))
    users.push(...(await findUsers(tx, clientId, { ids: [...ids], context })))
  }
  return new Map(users.map((user) => [user.id, user]))
}

const toApproval = (row: Row, users: ReadonlyMap<string, User>, { caller }: Context): Approval => {
  const [userId = '', role] = row.subject.split(':')
  const user = users.get(userId)
  const shown = user && { id: user.id, email: user.email, name: user.name, lastname: user.lastname, isMasked: user.isMasked }
  return {
    clientId: row.client_id,
    clientName: row.client_name,
    kind: row.kind as RequestKind,
    userId: userId === '' ? null : userId,
    role: row.kind === 'invitation' ? (user?.role ?? null) : ((role as Role | undefined) ?? null),
    user: shown ?? null,
    reason: row.reason ?? '',
    requestedBy: row.asker_email,
    isOwn: row.requested_by === caller.userId,
    requestedAt: row.created_at.toISOString(),
    expiresAt: new Date(row.created_at.getTime() + requestKeptFor).toISOString(),
  }
}

interface Page {
  page: number
  size: number
}

export const listApprovals = (context: Context, page: Page): Promise<{ items: Approval[]; total: number }> =>
  context.asStaff('approvals: what waits for a second one', async (tx) => {
    const { items, total } = await listOpenRequests(tx, page)
    const users = await usersOf(tx, context, items)
    return { items: items.map((row) => toApproval(row, users, context)), total }
  })

/** The role may have been granted meanwhile: then nothing is left to approve. */
const giveRole = async (
  context: Context,
  dispatcher: Dispatcher,
  { reason, ...ref }: ApprovalRef & { userId: string; role: Role; reason: string | undefined },
): Promise<void> => {
  await updateUser(context, dispatcher, { userId: ref.userId, change: { role: ref.role, reason, isSecond: true } })
  await context.asSystem('approvals: a role is given already', (tx) => dropRequest(tx, requestRefOf(ref)))
}

type CarryOut = (context: Context, dispatcher: Dispatcher, ref: ApprovalRef & { reason: string | undefined }) => Promise<unknown>

const userOf = ({ userId }: ApprovalRef): string => {
  if (userId === null) throw new AppError('NOT_FOUND')
  return userId
}

const roleOf = ({ role }: ApprovalRef): Role => {
  if (role === null) throw new AppError('NOT_FOUND')
  return role
}

const isSecond = true

/** Does the same as the first request, with its reason. */
const carryOut: Record<RequestKind, CarryOut> = {
  closing: (context, dispatcher, { clientId, reason }) =>
    changeClientStatus(context, dispatcher, { id: clientId, status: 'closing', reason, isSecond }),
  invitation: async (context, dispatcher, ref) =>
    approveInvitation(context, dispatcher, { clientId: ref.clientId, userId: userOf(ref), reason: ref.reason }),
  ownership: async (context, dispatcher, ref) =>
    transferOwnership(context, dispatcher, { id: ref.clientId, userId: userOf(ref), reason: ref.reason, isSecond }),
  role: async (context, dispatcher, ref) => giveRole(context, dispatcher, { ...ref, userId: userOf(ref), role: roleOf(ref) }),
}

export const approve = async (context: Context, dispatcher: Dispatcher, ref: ApprovalRef): Promise<{ approved: true }> => {
  const { reason } = await context.asStaff('approvals: what was asked for', (tx) =>
    findRequestOfOther(tx, context.caller, requestRefOf(ref)),
  )
  await carryOut[ref.kind](context, dispatcher, { ...ref, reason })
  return { approved: true }
}

const declined = {
  closing: acts['client.closing_declined'],
  ownership: acts['client.owner_change_declined'],
  role: acts['user.role_declined'],
}

export const decline = async (
  context: Context,
  dispatcher: Dispatcher,
  ref: ApprovalRef & { reason?: string | undefined },
): Promise<{ declined: true }> => {
  const { clientId, kind, userId, reason } = ref
  if (kind === 'invitation') {
    if (userId === null) throw new AppError('NOT_FOUND')
    await declineInvitation(context, dispatcher, { clientId, userId, reason })
    return { declined: true }
  }
  await context.asSystem('approvals: decline what was asked for', async (tx) => {
    if (!(await lockClient(tx, clientId))) throw new AppError('NOT_FOUND')
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('internal', 'w') })
    await declineRequest({ tx, dispatcher, caller }, requestRefOf(ref), reason)
    await record(tx, declined[kind], { clientId, object: { id: userId ?? clientId }, reason })
  })
  return { declined: true }
}
