import type { Connection } from '#contract/connections/connections.ts'
import type { Tx } from '#server/platform/db/scope.ts'

/** The first connection of an agency with an address. */
export const selectDemoConnection = async (tx: Tx, clientId: string, email: string) => {
  const row = await tx
    .selectFrom('connection')
    .select(['id', 'state'])
    .where('client_id', '=', clientId)
    .where('partner_email_norm', '=', email.toLowerCase())
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, state: row.state as Connection['state'] }
}

export const selectState = async (tx: Tx, clientId: string, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('connection').select('state').where('client_id', '=', clientId).where('id', '=', id).executeTakeFirst())
    ?.state
