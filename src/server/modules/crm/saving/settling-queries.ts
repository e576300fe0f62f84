// Repairs rows of earlier versions with today's rules.
import { sql } from 'kysely'
import { runInTurn } from '#server/platform/db/statements/in-turn.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../model.ts'
import { selectStageEvents, stageEventDeletes, type StageEventRow } from './opportunity-queries.ts'
import { settleStages, stageChanges } from './stage-events.ts'

/** Opportunities with stage events from other sources than the vendor's own record. */
const selectObserved = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from opportunity
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and (${after}::uuid is null or id > ${after}::uuid)
      and exists (select from stage_event where stage_event.client_id = ${clientId} and stage_event.opportunity_id = opportunity.id
        and stage_event.provenance in ('webhook', 'observed'))
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

const doublesIn = (known: readonly StageEventRow[]): readonly StageEventRow[] =>
  stageChanges(known, settleStages(known, { events: [], present: null, isWhole: false })).removed

interface SettledStages {
  /** Opportunities that lost an event. */
  changed: string[]
  /** Null: there are no more. */
  last: string | null
}

/** Repairs the stages of up to `limit` opportunities after the given one. */
export const settleOldStages = async (
  tx: Tx,
  source: DataSourceRef,
  after: string | null,
  limit: number,
): Promise<SettledStages> => {
  const ids = await selectObserved(tx, source, after, limit)
  const known = await selectStageEvents(tx, source, ids)
  const doubles = [...known].map(([id, events]) => ({ id, events: doublesIn(events) })).filter(({ events }) => events.length > 0)
  await runInTurn(tx, [
    () =>
      stageEventDeletes(
        source,
        doubles.flatMap(({ events }) => events),
      ),
  ])
  return { changed: doubles.map(({ id }) => id), last: ids.length < limit ? null : (ids.at(-1) ?? null) }
}
