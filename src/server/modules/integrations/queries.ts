import { sql } from 'kysely'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Account } from '#server/connectors/kit/access.ts'
import { jsonText } from '#server/platform/db/json.ts'
import { isToReplace, replacedIn, type Replacing } from '#server/platform/db/statements/replaced.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { createDataSource, discardDataSource, lockDataSource } from '../crm/service.ts'
import { dataSourceOf, type IntegrationRef, type IntegrationRow, type SourceChange } from './model.ts'

export const selectIntegration = (tx: Tx, { clientId, integrationId }: IntegrationRef) =>
  tx.selectFrom('integration').selectAll().where('client_id', '=', clientId).where('id', '=', integrationId).executeTakeFirst()

/** For staff, who know an integration by its id alone. */
export const selectIntegrationAnywhere = (tx: Tx, integrationId: string) =>
  tx.selectFrom('integration').select(['client_id', 'id']).where('id', '=', integrationId).executeTakeFirst()

export const selectAll = (tx: Tx, clientId: string) =>
  tx.selectFrom('integration').selectAll().where('client_id', '=', clientId).orderBy('id').execute()

export const selectOfType = (tx: Tx, clientId: string, type: string) =>
  tx
    .selectFrom('integration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('type', '=', type)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The sheet of a ghost company. */
export const selectOfGhost = (tx: Tx, clientId: string, ghostCompanyId: string) =>
  tx
    .selectFrom('integration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('ghost_company_id', '=', ghostCompanyId)
    .executeTakeFirst()

export const selectByHub = (tx: Tx, { clientId, type, hubId }: { clientId: string; type: string; hubId: string }) =>
  tx
    .selectFrom('integration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('type', '=', type)
    .where('hub_id', '=', hubId)
    .executeTakeFirst()

/** The integrations that a webhook is for: a vendor names its own account, and several clients may be connected to it. */
export const selectListeners = (tx: Tx, type: string, hubId: string) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('type', '=', type)
    .where('hub_id', '=', storable(hubId))
    .where('status', '<>', 'disconnected')
    .execute()

/** All sources that read with a login, in all accounts. Uses the index `integration_login`, which has the same expression. */
export const selectReadersWith = (tx: Tx, types: readonly string[], login: string) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('type', 'in', types)
    .where('status', '<>', 'disconnected')
    .where(sql<string>`coalesce(facts->>'login_id', manager_account_id)`, '=', storable(login))

/** The sources of one client that read with a login. */
export const selectOfLogin = (
  tx: Tx,
  { clientId, type, loginId }: { clientId: string; type: string; loginId: string },
): Promise<IntegrationRow[]> =>
  tx
    .selectFrom('integration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('type', '=', type)
    .where('status', '<>', 'disconnected')
    .where(sql<string>`facts->>'login_id'`, '=', loginId)
    .orderBy('id')
    .execute()

interface NewIntegration extends IntegrationRef {
  type: string
  name: string
  account: Account
  settings: SyncSettings
  intervalMinutes: number
  userId: string | null
  /** The ghost company whose rows it reads. */
  ghostCompanyId: string | null
}

const accountColumns = ({ hubId, name, url, managerAccount, managerAccountId, facts }: Account) => ({
  hub_id: hubId,
  account: name,
  url,
  manager_account: managerAccount,
  manager_account_id: managerAccountId,
  facts: jsonText(facts),
})

/** Returns whether the row was created: another call may have connected the same account a moment before. */
export const insertIntegration = async (tx: Tx, integration: NewIntegration): Promise<boolean> => {
  const { clientId, integrationId, type, name, account, settings, intervalMinutes, userId, ghostCompanyId } = integration
  await createDataSource(tx, dataSourceOf(integration), 'integration', ghostCompanyId)
  const made = await tx
    .insertInto('integration')
    .values({
      client_id: clientId,
      id: integrationId,
      type,
      name,
      status: 'active',
      syncing: true,
      interval_minutes: intervalMinutes,
      settings: jsonText(settings),
      connected_by: userId,
      ghost_company_id: ghostCompanyId,
      ...accountColumns(account),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) await discardDataSource(tx, dataSourceOf(integration))
  return made !== undefined
}

/** One without an account, whose rows stay until its users delete them or connect a sheet. */
export const insertKept = async (tx: Tx, ref: IntegrationRef, { type, name }: { type: string; name: string }): Promise<void> => {
  await createDataSource(tx, dataSourceOf(ref), 'integration')
  await tx
    .insertInto('integration')
    .values({ client_id: ref.clientId, id: ref.integrationId, type, name, status: 'disconnected', kept_at: sql`now()` })
    .execute()
}

/** Reconnected: we have access again, and a scheduled erasure is canceled. */
export const reviveIntegration = async (tx: Tx, { clientId, integrationId }: IntegrationRef, account: Account): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({
      ...accountColumns(account),
      status: 'active',
      status_reason: null,
      status_since: sql`now()`,
      disconnected_by: null,
      erase_at: null,
      kept_at: null,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}

/** A unique violation, by its code: the name of the constraint differs in each part of a distributed table. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

/** False if another source has the account. The transaction has failed then. */
export const setAccount = async (tx: Tx, { clientId, integrationId }: IntegrationRef, account: Account): Promise<boolean> => {
  try {
    await tx
      .updateTable('integration')
      .set({ ...accountColumns(account), updated_at: sql`now()`, version: sql`version + 1` })
      .where('client_id', '=', clientId)
      .where('id', '=', integrationId)
      .execute()
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

const minute = 60_000

/** Counted from the previous run if the interval is longer now. A shorter interval applies immediately. */
const nextRunAfter = ({ next_run_at: next, interval_minutes: before }: IntegrationRow, minutes: number): Date | null => {
  if (next === null) return null
  const counted = next.getTime() + (minutes - before) * minute
  return new Date(minutes < before ? Math.min(next.getTime(), Date.now() + minutes * minute) : counted)
}

/** Updates a row that the caller has locked. */
export const updateIntegration = async (
  tx: Tx,
  before: IntegrationRow,
  { change, version }: { change: SourceChange; version: number | undefined },
): Promise<boolean> => {
  const { settings, ...rest } = change
  const { interval_minutes: minutes } = rest
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const changed = await tx
    .updateTable('integration')
    .set({
      ...defined,
      ...(settings === undefined ? {} : { settings: jsonText(settings) }),
      ...(minutes === undefined ? {} : { next_run_at: nextRunAfter(before, minutes) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('client_id', '=', before.client_id)
    .where('id', '=', before.id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const markDisconnected = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { userId, eraseAt, reason }: { userId: string | null; eraseAt: Date | null; reason: string | null },
): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({
      status: 'disconnected',
      status_reason: reason,
      status_since: sql`now()`,
      disconnected_by: userId,
      erase_at: eraseAt,
      next_run_at: null,
      access_ends_at: null,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}

export const selectErasable = (tx: Tx, limit: number) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('erase_at', '<=', sql<Date>`now()`)
    .where('status', '=', 'disconnected')
    .orderBy('erase_at')
    .limit(limit)
    .execute()

const deletion = (tx: Tx, { clientId, integrationId }: IntegrationRef) =>
  tx.deleteFrom('integration').where('client_id', '=', clientId).where('id', '=', integrationId).returning('id')

/** A disconnected integration, before its data source. The data source is locked first, as by a run that saves a page. */
export const deleteIntegration = async (tx: Tx, place: IntegrationRef): Promise<boolean> => {
  await lockDataSource(tx, dataSourceOf(place))
  return (await deletion(tx, place).where('status', '=', 'disconnected').executeTakeFirst()) !== undefined
}

/** A source that never had an account, and so never read anything. */
export const deleteUnfinished = async (tx: Tx, place: IntegrationRef): Promise<void> => {
  if (await deletion(tx, place).where('hub_id', 'is', null).executeTakeFirst()) await discardDataSource(tx, dataSourceOf(place))
}

/** Replaces addresses in the stored facts of accounts. */
export const moveAddresses = async (tx: Tx, replacing: Replacing): Promise<void> => {
  await sql`update integration set url = ${replacedIn('url', replacing)}, facts = ${replacedIn('facts', replacing)}::jsonb
    where ${isToReplace('url', replacing)} or ${isToReplace('facts', replacing)}`.execute(tx)
}
