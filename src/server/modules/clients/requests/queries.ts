import type { Expression } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { requestKeptFor, type RequestKind, type RequestRef } from './model.ts'

export interface StaffRequestInput extends RequestRef {
  staffId: string
  reason?: string | undefined
}

const requestsSince = (): Date => new Date(Date.now() - requestKeptFor)

/** Active staff users. */
const selectStaff = (tx: Tx) =>
  tx
    .selectFrom('app_user as asker')
    .innerJoin('client as ours', 'ours.client_id', 'asker.client_id')
    .where('ours.is_internal', '=', true)
    .where('asker.status', '=', 'ACTIVE')
    .where('asker.role', '=', 'super_admin')

/**
 * Requests that are not too old, of active staff users. Requests are stored with the account that they are about and
 * staff with their own, and a distributed database cannot join rows of different accounts: hence a set of ids.
 */
const openRequests = (tx: Tx) =>
  tx
    .selectFrom('staff_request')
    .where('staff_request.created_at', '>', requestsSince())
    .where('staff_request.requested_by', 'in', selectStaff(tx).select('asker.id'))

export const selectRequests = (tx: Tx, clientId: string | Expression<string>, kind: RequestKind) =>
  openRequests(tx).where('staff_request.client_id', '=', clientId).where('staff_request.kind', '=', kind)

export const selectRequest = (tx: Tx, { clientId, kind, subject = '' }: RequestRef) =>
  selectRequests(tx, clientId, kind)
    .where('staff_request.subject', '=', subject)
    .select(['staff_request.requested_by', 'staff_request.reason'])
    .executeTakeFirst()

/** The account of a staff user. */
export const selectStaffClient = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (await selectStaff(tx).select('asker.client_id').where('asker.id', '=', userId).executeTakeFirst())?.client_id

export const selectRequestsFor = (tx: Tx, clientId: string, kind: RequestKind) =>
  selectRequests(tx, clientId, kind).select(['staff_request.subject', 'staff_request.requested_by']).execute()

/** Of all accounts, the newest first. */
export const selectOpenRequests = (tx: Tx, { page, size }: { page: number; size: number }) =>
  tx
    .with(
      (name) => name('asker').materialized(),
      () => selectStaff(tx).select(['asker.id', 'asker.email']),
    )
    .selectFrom('staff_request')
    .innerJoin('asker', 'asker.id', 'staff_request.requested_by')
    .innerJoin('client as account', 'account.client_id', 'staff_request.client_id')
    .select([
      'staff_request.client_id',
      'staff_request.kind',
      'staff_request.subject',
      'staff_request.reason',
      'staff_request.created_at',
      'staff_request.requested_by',
      'asker.email as asker_email',
      'account.name as client_name',
    ])
    .where('staff_request.created_at', '>', requestsSince())
    .orderBy('staff_request.created_at', 'desc')
    .orderBy('staff_request.subject')
    .limit(size)
    .offset((page - 1) * size)
    .execute()

export const countOpenRequests = async (tx: Tx): Promise<number> => {
  const { open } = await openRequests(tx)
    .select((row) => row.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  return open
}

export const insertRequest = async (
  tx: Tx,
  { clientId, kind, subject = '', staffId, reason }: StaffRequestInput,
): Promise<void> => {
  await tx
    .insertInto('staff_request')
    .values({ client_id: clientId, kind, subject, requested_by: staffId, reason: reason ?? null })
    .execute()
}

const perSubject: ReadonlySet<RequestKind> = new Set(['role', 'invitation'])

/** Roles and invitations are requested per user; an account has one owner and is closed once, so earlier requests are deleted. */
export const deleteRequest = async (tx: Tx, { clientId, kind, subject = '' }: RequestRef): Promise<void> => {
  const ofKind = tx.deleteFrom('staff_request').where('client_id', '=', clientId).where('kind', '=', kind)
  await (perSubject.has(kind) ? ofKind.where('subject', '=', subject) : ofKind).execute()
}

export const deleteRequests = async (tx: Tx, clientId: string): Promise<void> => {
  await tx.deleteFrom('staff_request').where('client_id', '=', clientId).execute()
}

export const deleteOldRequests = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('staff_request').where('created_at', '<=', requestsSince()).execute()
}
