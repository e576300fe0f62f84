import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RunJson } from '../syncs/runs/model.ts'
import type { IntegrationRef } from './model.ts'

/** The counts of a source: the last count, plus what the open run has saved since. No contact row is read. */
const currentCounts = (clientId: string) => sql<Record<string, number> | null>`(
  select jsonb_build_object(
    'contact', coalesce(sum(stream.own_count) filter (where stream.stream in ('contact', 'contact_in_run')), 0),
    'opportunity', coalesce(sum(stream.own_count) filter (where stream.stream in ('opportunity', 'opportunity_in_run')), 0),
    'removed_contacts', coalesce(max((stream.held ->> 'vanished')::integer) filter (where stream.stream = 'contact'), 0),
    'removed_opportunities',
      coalesce(max((stream.held ->> 'vanished')::integer) filter (where stream.stream = 'opportunity'), 0))
  from sync_stream stream where stream.client_id = ${clientId} and stream.integration_id = integration.id)`

/** Integrations with their newest run and their last counts. */
export const selectIntegrations = (
  tx: Tx,
  clientId: string,
  which: { active?: boolean | undefined; ids?: readonly string[]; ghostCompanyIds?: readonly string[] } = {},
) =>
  tx
    .selectFrom('integration')
    .selectAll('integration')
    .select([
      sql<Omit<RunJson, 'cursor'> | null>`(
        select to_jsonb(run) - 'cursor' from sync_run run
        where run.client_id = ${clientId} and run.integration_id = integration.id
        order by run.created_at desc, run.id desc limit 1)`.as('last_run'),
      sql<Date | null>`(
        select run.finished_at from sync_run run
        where run.client_id = ${clientId} and run.integration_id = integration.id and run.status in ('done', 'done_with_rejects')
        order by run.created_at desc, run.id desc limit 1)`.as('last_success_at'),
      sql<boolean>`coalesce((
        select run.status = 'failed' and run.error_kind is distinct from 'held' from sync_run run
        where run.client_id = ${clientId} and run.integration_id = integration.id
          and run.status in ('done', 'done_with_rejects', 'failed')
        order by run.created_at desc, run.id desc limit 1), false)`.as('is_failing'),
      currentCounts(clientId).as('counts'),
      sql<number>`(
        select count(*)::integer from sync_reject reject
        where reject.client_id = ${clientId} and reject.integration_id = integration.id)`.as('skipped'),
    ])
    .where('integration.client_id', '=', clientId)
    .$if(which.ids !== undefined, (query) => query.where(sql<boolean>`integration.id = any(${which.ids ?? []}::uuid[])`))
    .$if(which.ghostCompanyIds !== undefined, (query) =>
      query.where(sql<boolean>`integration.ghost_company_id = any(${which.ghostCompanyIds ?? []}::uuid[])`),
    )
    .$if(which.active === true, (query) => query.where('integration.status', '=', 'active'))
    .$if(which.active === false, (query) => query.where('integration.status', '<>', 'active'))
    .orderBy('integration.created_at', 'desc')
    .orderBy('integration.id', 'desc')
    .execute()

/** The vendors of the connected sources of some accounts. */
export const selectConnectedTypes = (tx: Tx, clientIds: readonly string[]) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'type'])
    .where('client_id', 'in', clientIds)
    .where('status', '<>', 'disconnected')
    .execute()

/** The vendors of connected sources that have had at least one run. */
export const selectStartedTypes = async (tx: Tx, clientId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('integration')
    .select('type')
    .where('client_id', '=', clientId)
    .where('status', '=', 'active')
    .where(
      sql<boolean>`exists (select 1 from sync_run run where run.client_id = ${clientId} and run.integration_id = integration.id)`,
    )
    .execute()
  return rows.map(({ type }) => type)
}

/** Its rows were kept by a claim, and nothing reads it. */
export const isKept = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<boolean> => {
  const row = await tx
    .selectFrom('integration')
    .select('kept_at')
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .executeTakeFirst()
  return row !== undefined && row.kept_at !== null
}

export const hasFinishedRun = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<boolean> => {
  const row = await tx
    .selectFrom('sync_run')
    .select('id')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('status', 'in', ['done', 'done_with_rejects'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type ListedRow = Awaited<ReturnType<typeof selectIntegrations>>[number]
