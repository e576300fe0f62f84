import type { Expression } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export interface Wish {
  clientId: string
  kind: 'closing' | 'ownership' | 'role'
  /** Whom it is about, where it is about somebody. */
  subject?: string
  staffId: string
  reason?: string | undefined
}

/** Two of our own people have to want the same on the same day. */
const keptFor = 86_400_000
const requestsSince = (): Date => new Date(Date.now() - keptFor)

type Place = Pick<Wish, 'clientId' | 'kind'>

/** What was asked for last, unless that is too long ago, or whoever asked is none of our own people any more. */
export const selectRequests = (tx: Tx, clientId: string | Expression<string>, kind: Wish['kind']) =>
  tx
    .selectFrom('staff_request')
    .innerJoin('app_user as asker', 'asker.id', 'staff_request.requested_by')
    .innerJoin('client as ours', 'ours.client_id', 'asker.client_id')
    .where('staff_request.client_id', '=', clientId)
    .where('staff_request.kind', '=', kind)
    .where('staff_request.created_at', '>', requestsSince())
    .where('ours.is_internal', '=', true)
    .where('asker.status', '=', 'ACTIVE')
    .where('asker.role', '=', 'super_admin')

export const selectRequest = (tx: Tx, { clientId, kind }: Place) =>
  selectRequests(tx, clientId, kind).select(['staff_request.requested_by', 'staff_request.subject']).executeTakeFirst()

export const insertRequest = async (tx: Tx, { clientId, kind, subject = '', staffId, reason }: Wish): Promise<void> => {
  await tx
    .insertInto('staff_request')
    .values({ client_id: clientId, kind, subject, requested_by: staffId, reason: reason ?? null })
    .execute()
}

export const deleteRequest = async (tx: Tx, { clientId, kind }: Place): Promise<void> => {
  await tx.deleteFrom('staff_request').where('client_id', '=', clientId).where('kind', '=', kind).execute()
}

export const deleteRequests = async (tx: Tx, clientId: string): Promise<void> => {
  await tx.deleteFrom('staff_request').where('client_id', '=', clientId).execute()
}

export const deleteOldRequests = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('staff_request').where('created_at', '<=', requestsSince()).execute()
}
