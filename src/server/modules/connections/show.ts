import type { Connection } from '#contract/connections/connections.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { Names } from '#contract/criteria/sentence/words.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { maskEmail } from '#server/platform/masks.ts'
import { namesOfPresentUsers } from '../users/service.ts'
import { selectNewestOf, selectAgreedOf, type VersionRow } from './agreements/queries.ts'
import { summaryOf } from './agreements/summary.ts'
import { selectClaimStates } from './claims/queries.ts'
import { isInviter, toConnection, type ConnectionRow } from './model.ts'

/** Staff need neither addresses nor what the two accounts write to each other. The reason of staff is their own. */
const masked = (connection: Connection): Connection => ({
  ...connection,
  partnerEmail: maskEmail(connection.partnerEmail),
  message: null,
  reason: null,
})

/** By connection: what was agreed on last, also after the connection ended. Before that, the newest criteria. */
const selectStated = async (
  tx: Tx,
  clientId: string,
  rows: readonly ConnectionRow[],
  newest: readonly VersionRow[],
): Promise<Map<string, VersionRow>> => {
  const stated = new Map(newest.map((version) => [version.connection_id, version]))
  const isOlder = ({ id, version_in_force: version }: ConnectionRow) => version !== null && version !== stated.get(id)?.version
  const ids = rows.filter(isOlder).map(({ id }) => id)
  const older = ids.length === 0 ? [] : await selectAgreedOf(tx, clientId, ids)
  for (const version of older) stated.set(version.connection_id, version)
  return stated
}

/** Connections of one account, as the caller may see them. Staff see no names of users. */
export const showConnections = async (tx: Tx, rows: readonly ConnectionRow[], caller: Caller): Promise<Connection[]> => {
  const [first] = rows
  if (!first) return []
  const newest = await selectNewestOf(
    tx,
    first.client_id,
    rows.map(({ id }) => id),
  )
  const stated = await selectStated(tx, first.client_id, rows, newest)
  const summaryFor = (id: string) => {
    const version = stated.get(id)
    return version && summaryOf(version.criteria as unknown as Criteria, version.names as unknown as Names)
  }
  const drafts = new Set(newest.flatMap(({ connection_id: id, state }) => (state === 'draft' ? [id] : [])))
  const claims = await selectClaimStates(
    tx,
    first.client_id,
    rows.map(({ id }) => id),
  )
  const isForeign = caller.clientId !== first.client_id
  const inviterIds = rows.map((row) => (isInviter(row) ? row.inviter_user_id : null))
  const names = await namesOfPresentUsers(tx, first.client_id, isForeign ? [] : inviterIds)
  return rows.map((row) => {
    const inviterName = isForeign ? 'A user of the account' : names.get(row.inviter_user_id ?? '')
    const connection = toConnection(row, {
      caller,
      inviterName,
      summary: summaryFor(row.id),
      hasDraft: drafts.has(row.id),
      claim: claims.get(row.id) ?? null,
    })
    return isForeign ? masked(connection) : connection
  })
}

export const showConnection = async (tx: Tx, row: ConnectionRow, caller: Caller): Promise<Connection> => {
  const [shown] = await showConnections(tx, [row], caller)
  if (!shown) throw new Error('A connection was not shown')
  return shown
}
