import type { ClaimCounts, ClaimState } from '#contract/connections/claims.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Row, Tx } from '#server/platform/db/scope.ts'
import type { ConnectionRef } from '../model.ts'

export type ClaimRow = Row<'claim'>

type NewClaim = Pick<ClaimRow, 'client_id' | 'connection_id' | 'ghost_id' | 'company_name' | 'opened_at'>

export const insertClaim = async (tx: Tx, row: NewClaim): Promise<void> => {
  await tx.insertInto('claim').values(row).execute()
}

const oneClaim = (tx: Tx, { clientId, connectionId }: ConnectionRef) =>
  tx.selectFrom('claim').selectAll().where('client_id', '=', clientId).where('connection_id', '=', connectionId)

export const selectClaim = (tx: Tx, ref: ConnectionRef): Promise<ClaimRow | undefined> => oneClaim(tx, ref).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockClaim = (tx: Tx, ref: ConnectionRef): Promise<ClaimRow | undefined> =>
  oneClaim(tx, ref).forUpdate().executeTakeFirst()

/** By connection. */
export const selectClaimStates = async (
  tx: Tx,
  clientId: string,
  connectionIds: readonly string[],
): Promise<Map<string, ClaimState>> => {
  const rows = await tx
    .selectFrom('claim')
    .select(['connection_id', 'state'])
    .where('client_id', '=', clientId)
    .where('connection_id', 'in', connectionIds)
    .execute()
  return new Map(rows.map(({ connection_id: id, state }) => [id, state as ClaimState]))
}

interface Chosen {
  state: ClaimState
  at: Date
  /** In the company's row. */
  company?: { userId: string; figures: object; counts: ClaimCounts | null; integrationId: string | null }
}

export const updateChosen = async (
  tx: Tx,
  { clientId, connectionId }: ConnectionRef,
  { state, at, company }: Chosen,
): Promise<void> => {
  await tx
    .updateTable('claim')
    .set({
      state,
      chosen_at: at,
      ...(company === undefined
        ? {}
        : {
            chosen_by: company.userId,
            figures: jsonText(company.figures),
            counts: company.counts === null ? null : jsonText(company.counts),
            integration_id: company.integrationId,
          }),
    })
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .execute()
}

/** Nothing was chosen, and nothing will be. */
export const deleteOpenClaim = async (tx: Tx, { clientId, connectionId }: ConnectionRef): Promise<void> => {
  await tx
    .deleteFrom('claim')
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'open')
    .execute()
}
