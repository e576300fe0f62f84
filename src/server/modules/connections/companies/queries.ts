import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Of an account, those with one of these companies. An inviter knows the company once it accepted. */
export const selectConnectionsWith = (tx: Tx, clientId: string, companyIds: readonly string[]) =>
  tx
    .selectFrom('connection')
    .select('id')
    .where('client_id', '=', clientId)
    .where(sql<boolean>`partner_id = any(${companyIds}::uuid[])`)
    .where(sql<boolean>`(accepted_at is not null or side <> invited_by)`)
    .execute()

/** Each version that was ever in force, newest first, with its connection. */
export const selectAgreements = (tx: Tx, agencyId: string, connectionIds: readonly string[]) =>
  tx
    .selectFrom('connection')
    .innerJoin('criteria_version', (join) =>
      join
        .onRef('criteria_version.client_id', '=', 'connection.client_id')
        .onRef('criteria_version.connection_id', '=', 'connection.id')
        .on('criteria_version.in_force_from', 'is not', null),
    )
    .select([
      'connection.id',
      'connection.partner_id',
      'connection.partner_name',
      'connection.created_at as at',
      'criteria_version.version',
      'criteria_version.in_force_from',
      'criteria_version.criteria',
    ])
    .where('connection.client_id', '=', agencyId)
    .where('criteria_version.client_id', '=', agencyId)
    .where(sql<boolean>`connection.id = any(${connectionIds}::uuid[])`)
    .orderBy('connection.id')
    .orderBy('criteria_version.version', 'desc')
    .execute()
