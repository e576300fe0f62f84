import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RunJson } from '../runs/service.ts'

/** What a source holds: counted at the end of each run, and row by row while its first run is under way. */
const heldNow = (clientId: string) => sql<Record<string, number> | null>`
  case when exists (
      select 1 from sync_run run where run.client_id = ${clientId} and run.integration_id = integration.id
        and run.status in ('queued', 'running', 'partial'))
    and not exists (
      select 1 from sync_run run where run.client_id = ${clientId} and run.integration_id = integration.id
        and run.status in ('done', 'done_with_rejects'))
  then jsonb_build_object(
    'contact', (select count(*) from contact where contact.client_id = ${clientId} and contact.integration_id = integration.id
      and contact.deleted_at is null and contact.merged_into is null),
    'opportunity', (select count(*) from opportunity where opportunity.client_id = ${clientId}
      and opportunity.integration_id = integration.id and opportunity.deleted_at is null))
  else (
    select jsonb_object_agg(stream.stream, stream.own_count) from sync_stream stream
    where stream.client_id = ${clientId} and stream.integration_id = integration.id and stream.own_count is not null)
  end`

/** Integrations with their newest run and what was last counted. */
export const selectIntegrations = (tx: Tx, clientId: string, which: { active?: boolean | undefined; id?: string } = {}) =>
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
        select run.status = 'failed' from sync_run run
        where run.client_id = ${clientId} and run.integration_id = integration.id
          and run.status in ('done', 'done_with_rejects', 'failed')
        order by run.created_at desc, run.id desc limit 1), false)`.as('is_failing'),
      heldNow(clientId).as('counts'),
    ])
    .where('integration.client_id', '=', clientId)
    .$if(which.id !== undefined, (query) => query.where('integration.id', '=', which.id ?? ''))
    .$if(which.active === true, (query) => query.where('integration.status', '=', 'active'))
    .$if(which.active === false, (query) => query.where('integration.status', '<>', 'active'))
    .orderBy('integration.created_at', 'desc')
    .orderBy('integration.id', 'desc')
    .execute()

export type ListedRow = Awaited<ReturnType<typeof selectIntegrations>>[number]
