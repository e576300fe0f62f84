import type { Tx } from '#server/platform/db/scope.ts'

export interface Wish {
  clientId: string
  kind: 'closing' | 'ownership'
  /** Whom it is about, where it is about somebody. */
  subject?: string
  staffId: string
  reason: string
}

/** Two of our own people have to want the same on the same day. */
const keptFor = 86_400_000
export const requestsSince = (): Date => new Date(Date.now() - keptFor)

type Place = Pick<Wish, 'clientId' | 'kind'>

/** What was asked for last, unless that is too long ago. */
export const selectRequest = (tx: Tx, { clientId, kind }: Place) =>
  tx
    .selectFrom('staff_request')
    .select(['requested_by', 'subject'])
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('created_at', '>', requestsSince())
    .executeTakeFirst()

export const insertRequest = async (tx: Tx, { clientId, kind, subject = '', staffId, reason }: Wish): Promise<void> => {
  await tx.insertInto('staff_request').values({ client_id: clientId, kind, subject, requested_by: staffId, reason }).execute()
}

export const deleteRequest = async (tx: Tx, { clientId, kind }: Place): Promise<void> => {
  await tx.deleteFrom('staff_request').where('client_id', '=', clientId).where('kind', '=', kind).execute()
}

export const deleteOldRequests = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('staff_request').where('created_at', '<=', requestsSince()).execute()
}
