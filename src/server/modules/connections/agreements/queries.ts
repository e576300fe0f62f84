import { sql, type Insertable } from 'kysely'
import type { Row, Tx } from '#server/platform/db/scope.ts'
import type { ConnectionComment, CriteriaVersion } from '#server/platform/db/tables.ts'
import type { ConnectionRef } from '../model.ts'

export type VersionRow = Row<'criteria_version'>

const ofConnection = (tx: Tx, { clientId, connectionId }: ConnectionRef) =>
  tx.selectFrom('criteria_version').where('client_id', '=', clientId).where('connection_id', '=', connectionId)

/** Older ones are kept. */
const versionsMax = 20

/** Newest first. */
export const selectVersions = (tx: Tx, ref: ConnectionRef): Promise<VersionRow[]> =>
  ofConnection(tx, ref).selectAll().orderBy('version', 'desc').limit(versionsMax).execute()

export const selectNewest = (tx: Tx, ref: ConnectionRef): Promise<VersionRow | undefined> =>
  ofConnection(tx, ref).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

/** The newest version of each of these connections. */
export const selectNewestOf = (tx: Tx, clientId: string, connectionIds: readonly string[]): Promise<VersionRow[]> =>
  tx
    .selectFrom('criteria_version')
    .distinctOn('connection_id')
    .selectAll()
    .where('client_id', '=', clientId)
    .where(sql<boolean>`connection_id = any(${connectionIds}::uuid[])`)
    .orderBy('connection_id')
    .orderBy('version', 'desc')
    .execute()

/** Of each of these connections the version that is in force, or was when it ended. */
export const selectAgreedOf = (tx: Tx, clientId: string, connectionIds: readonly string[]): Promise<VersionRow[]> =>
  tx
    .selectFrom('criteria_version')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.client_id', '=', 'criteria_version.client_id')
        .onRef('connection.id', '=', 'criteria_version.connection_id')
        .onRef('connection.version_in_force', '=', 'criteria_version.version'),
    )
    .selectAll('criteria_version')
    .where('criteria_version.client_id', '=', clientId)
    .where('connection.client_id', '=', clientId)
    .where(sql<boolean>`criteria_version.connection_id = any(${connectionIds}::uuid[])`)
    .execute()

export const selectVersion = (tx: Tx, ref: ConnectionRef, version: number): Promise<VersionRow | undefined> =>
  ofConnection(tx, ref).selectAll().where('version', '=', version).executeTakeFirst()

/** By the address that was invited, or by an account that is known. */
export interface PastPair {
  emailNorm?: string | undefined
  partnerId?: string | undefined
}

/** The last version of what a company shared with an agency, or wanted to share, under connections that have ended. */
export const selectLastOfPair = (tx: Tx, clientId: string, { emailNorm, partnerId }: PastPair): Promise<VersionRow | undefined> =>
  tx
    .selectFrom('criteria_version')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.client_id', '=', 'criteria_version.client_id')
        .onRef('connection.id', '=', 'criteria_version.connection_id'),
    )
    .selectAll('criteria_version')
    .where('criteria_version.client_id', '=', clientId)
    .where('connection.client_id', '=', clientId)
    .where('connection.side', '=', 'COMPANY')
    .where('connection.state', '=', 'CANCELED')
    .where((ended) =>
      ended.or([
        ended.and([ended('connection.partner_id', '=', partnerId ?? null), ended('connection.accepted_at', 'is not', null)]),
        ended.and([
          ended('connection.partner_email_norm', '=', emailNorm ?? null),
          ended('connection.invited_by', '=', 'COMPANY'),
        ]),
      ]),
    )
    .orderBy('connection.ended_at', 'desc')
    .orderBy('criteria_version.version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Replaces a draft with the same number. */
export const writeVersion = (tx: Tx, row: Insertable<CriteriaVersion>): Promise<VersionRow> =>
  tx
    .insertInto('criteria_version')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'connection_id', 'version']).doUpdateSet({
        state: row.state,
        criteria: row.criteria,
        names: row.names,
        sentence: row.sentence,
        text_hash: row.text_hash,
        contacts: row.contacts,
        opportunities: row.opportunities,
        is_estimate: row.is_estimate ?? false,
        user_id: row.user_id ?? null,
        sensitive_reason: row.sensitive_reason ?? null,
        acknowledged_at: row.acknowledged_at ?? null,
        left_out: row.left_out ?? null,
        saved_at: row.saved_at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

type VersionChange = Partial<
  Pick<
    VersionRow,
    | 'state'
    | 'contacts'
    | 'opportunities'
    | 'is_estimate'
    | 'user_id'
    | 'sensitive_reason'
    | 'acknowledged_at'
    | 'submitted_at'
    | 'decided_at'
    | 'in_force_from'
    | 'in_force_to'
    | 'shares_from'
  >
>

export const updateVersion = (
  tx: Tx,
  { clientId, connectionId, version }: ConnectionRef & { version: number },
  change: VersionChange,
): Promise<VersionRow | undefined> =>
  tx
    .updateTable('criteria_version')
    .set(change)
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const deleteVersion = async (
  tx: Tx,
  { clientId, connectionId, version }: ConnectionRef & { version: number },
): Promise<void> => {
  await tx
    .deleteFrom('criteria_version')
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .where('version', '=', version)
    .execute()
}

/** Drafts of connections that ended before this time. */
export const selectOldDrafts = (
  tx: Tx,
  endedBefore: Date,
  limit: number,
): Promise<{ clientId: string; connectionId: string; version: number }[]> =>
  tx
    .selectFrom('criteria_version')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.client_id', '=', 'criteria_version.client_id')
        .onRef('connection.id', '=', 'criteria_version.connection_id'),
    )
    .select(['connection.client_id as clientId', 'connection.id as connectionId', 'criteria_version.version'])
    .where('criteria_version.state', '=', 'draft')
    .where('connection.state', '=', 'CANCELED')
    .where('connection.ended_at', '<=', endedBefore)
    .limit(limit)
    .execute()

/** The connection ended: nothing waits any longer, and nothing is in force. */
export const closeVersions = async (tx: Tx, { clientId, connectionId }: ConnectionRef, at: Date): Promise<void> => {
  const open = () =>
    tx.updateTable('criteria_version').where('client_id', '=', clientId).where('connection_id', '=', connectionId)
  await open().set({ state: 'withdrawn', decided_at: at }).where('state', '=', 'submitted').execute()
  await open().set({ state: 'replaced', in_force_to: at }).where('state', '=', 'in_force').execute()
}

export const insertComment = async (tx: Tx, row: Insertable<ConnectionComment>): Promise<void> => {
  await tx.insertInto('connection_comment').values(row).execute()
}

/** Newest first. */
export const selectComments = (tx: Tx, { clientId, connectionId }: ConnectionRef) =>
  tx
    .selectFrom('connection_comment')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export const countComments = async (
  tx: Tx,
  { clientId, connectionId }: ConnectionRef,
  kind: string,
  since: Date,
): Promise<number> => {
  const { comments } = await tx
    .selectFrom('connection_comment')
    .select((row) => row.fn.countAll<number>().as('comments'))
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return comments
}

/** Whether another open connection of the two accounts shares this source. */
export const isSharedAlready = async (
  tx: Tx,
  { clientId, connectionId }: ConnectionRef,
  { partnerId, integrationId }: { partnerId: string | null; integrationId: string },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('connection')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '<>', connectionId)
    .where('partner_id', '=', partnerId)
    .where('integration_id', '=', integrationId)
    .where('state', '<>', 'CANCELED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
