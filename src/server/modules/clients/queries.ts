import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { selectRequests } from './requests/queries.ts'

/** Reserves a name for a client. False: another client has it. */
export const reserveName = async (tx: Tx, key: string, clientId: string): Promise<boolean> => {
  const reserved = await tx
    .insertInto('registry.client_name')
    .values({ name_key: key, client_id: clientId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name_key')
    .executeTakeFirst()
  return reserved !== undefined
}

export const releaseName = async (tx: Tx, key: string, clientId: string): Promise<void> => {
  await tx.deleteFrom('registry.client_name').where('name_key', '=', key).where('client_id', '=', clientId).execute()
}

export const isNameTaken = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx.selectFrom('registry.client_name').select('client_id').where('name_key', '=', key).executeTakeFirst()) !== undefined

interface NewClient {
  clientId: string
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  currency: string
  status: 'pending' | 'active'
  ownerUserId: string
  isInternal: boolean
}

export const insertClient = async (tx: Tx, client: NewClient): Promise<void> => {
  await tx
    .insertInto('client')
    .values({
      client_id: client.clientId,
      name: client.name,
      type: client.type,
      time_zone: client.timeZone,
      currency: client.currency,
      status: client.status,
      owner_user_id: client.ownerUserId,
      is_internal: client.isInternal,
    })
    .execute()
}

/** The account of our own staff, not that of the demo's staff. */
export const selectInternalClient = async (tx: Tx): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('client')
    .select('client_id')
    .where('is_internal', '=', true)
    .where('client_id', 'not in', tx.selectFrom('platform.demo_client').select('client_id'))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.client_id
}

/**
 * Makes others who change the account, or the rights in it, wait until this transaction ends; rows may still be added
 * to it. Locked before any row of its users. Undefined if there is no such account.
 */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.selectFrom('client').selectAll().where('client_id', '=', clientId).forNoKeyUpdate().executeTakeFirst()

interface ClientChange {
  name?: string | undefined
  time_zone?: string | undefined
  currency?: string | undefined
}

/** Undefined if the version is not the current one. */
export const updateClient = (tx: Tx, ref: { clientId: string; version: number }, change: ClientChange) =>
  tx
    .updateTable('client')
    .set({ ...change, version: ref.version + 1, updated_at: sql`now()` })
    .where('client_id', '=', ref.clientId)
    .where('version', '=', ref.version)
    .returningAll()
    .executeTakeFirst()

export interface StatusChange {
  from: string
  to: string
  reason: string | null
  closesAt?: Date
}

/** Undefined if the account no longer has the expected status. */
export const updateStatus = (tx: Tx, clientId: string, change: StatusChange) =>
  tx
    .updateTable('client')
    .set({
      status: change.to,
      status_reason: change.reason,
      closes_at: change.closesAt ?? null,
      status_since: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('client_id', '=', clientId)
    .where('status', '=', change.from)
    .returningAll()
    .executeTakeFirst()

export const updateOwner = async (tx: Tx, clientId: string, ownerUserId: string): Promise<void> => {
  await tx
    .updateTable('client')
    .set({ owner_user_id: ownerUserId, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .execute()
}

/**
 * Accounts with their owners, and the number of their users. For a single account, every table names it: otherwise a
 * distributed database would ask all of its nodes.
 */
export const selectRows = (tx: Tx, clientId?: string) =>
  tx
    .selectFrom('client')
    .leftJoin('app_user as owner', (join) => {
      const ofClient = join.onRef('owner.client_id', '=', 'client.client_id').onRef('owner.id', '=', 'client.owner_user_id')
      return clientId === undefined ? ofClient : ofClient.on('owner.client_id', '=', clientId)
    })
    .$if(clientId !== undefined, (query) => query.where('client.client_id', '=', clientId ?? ''))
    .selectAll('client')
    .select([
      'owner.id as owner_id',
      'owner.name as owner_name',
      'owner.lastname as owner_lastname',
      'owner.email as owner_email',
      'owner.subject as owner_subject',
    ])
    .select((row) =>
      row
        .selectFrom('app_user')
        .select((user) => user.fn.countAll<number>().as('users'))
        .$if(clientId !== undefined, (users) => users.where('app_user.client_id', '=', clientId ?? ''))
        .whereRef('app_user.client_id', '=', 'client.client_id')
        .where('app_user.status', '<>', 'DELETED')
        .$asScalar()
        .as('users'),
    )
    .select((row) =>
      selectRequests(tx, clientId ?? row.ref('client.client_id'), 'closing')
        .select('staff_request.created_at')
        .as('closing_asked_at'),
    )

export const selectClient = (tx: Tx, clientId: string) => selectRows(tx, clientId).executeTakeFirst()

/** The region of the user with this email; within an account its own users alone. */
export const selectRegionOf = async (tx: Tx, emailNorm: string, clientId?: string): Promise<string | undefined> => {
  const known = await tx
    .selectFrom('registry.user_email')
    .select('client_id')
    .where('email_norm', '=', emailNorm)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .executeTakeFirst()
  return known?.client_id
}

/** Tells every process that its cached users are stale, because each is cached with the status of the account. */
export const notifyUsersChanged = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify('user_changed', '*')`.execute(tx)
}
