import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import type { Caller } from '#server/platform/http/context.ts'

/** The user whose list it is. */
export type Viewing = Pick<Caller, 'companies' | 'userId' | 'email'>

/** What a user who sees some companies only sees: connections with these, and own invitations that were not accepted. */
export const isSeenRow = ({ companies, userId, email }: Viewing) => sql<boolean>`(
  (partner_id = any(${companies}::uuid[]) and (accepted_at is not null or side <> invited_by))
  or (accepted_at is null and side = invited_by and inviter_user_id = ${userId})
  or (accepted_at is null and side <> invited_by and partner_email_norm = ${normaliseEmail(email)})
)`

/** Of an account, those that the user sees. */
export const selectSeen = (tx: Tx, clientId: string, caller: Viewing) =>
  tx.selectFrom('connection').select('id').where('client_id', '=', clientId).where(isSeenRow(caller)).execute()

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

/** Every company that ever accepted a connection with the agency: its newest connection first. */
export const selectAccepted = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('connection')
    .select(['id', 'partner_id', 'partner_name', 'state'])
    .where('client_id', '=', agencyId)
    .where('side', '=', 'AGENCY')
    .where('accepted_at', 'is not', null)
    .where('partner_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Open invitations and connections that name one of these ghost companies, and those under which a company has chosen. */
export const selectClaims = (tx: Tx, agencyId: string, ghostIds: readonly string[]) =>
  tx
    .selectFrom('connection')
    .leftJoin('claim', (join) =>
      join
        .onRef('claim.client_id', '=', 'connection.client_id')
        .onRef('claim.connection_id', '=', 'connection.id')
        .on('claim.client_id', '=', agencyId),
    )
    .select(['connection.id', 'connection.ghost_id', 'connection.sent_at', 'claim.state', 'claim.opened_at', 'claim.chosen_at'])
    .where('connection.client_id', '=', agencyId)
    .where('connection.side', '=', 'AGENCY')
    .where(sql<boolean>`connection.ghost_id = any(${ghostIds}::uuid[])`)
    .where(sql<boolean>`(connection.state <> 'CANCELED' or claim.state is not null)`)
    .execute()
