import { runInTurn } from '#server/platform/db/statements/in-turn.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import { newId } from '#server/platform/ids.ts'
import type { OpportunityRecord, RecordBatch, StageEntry, WriteContext, AnnouncedStage } from '../model.ts'
import { payloadInserts } from './contact-queries.ts'
import type { Saved } from './contacts.ts'
import { hashOf, lastOfEach, payloadsOf } from './content.ts'
import { selectNewOrChanged } from './known-queries.ts'
import * as queries from './opportunity-queries.ts'
import type { OpportunityRow, PartyRow, StageEventRow } from './opportunity-queries.ts'
import { settleStages, stageChanges, type KnownStages } from './stage-events.ts'
import { announcedStageEvents, observeStage } from './announced-stages.ts'

interface Written {
  record: OpportunityRecord
  row: OpportunityRow
  /** The stage at the last read. Absent: the opportunity is new. */
  before: { rawStage: string | null } | undefined
}

const rowOf = (
  record: OpportunityRecord,
  known: { id: string; createdAt: string; hash: string; contactId: string | null },
): OpportunityRow => ({
  id: known.id,
  external_id: record.externalId,
  name: storable(record.name),
  contact_id: known.contactId,
  amount: record.amount,
  currency: record.currency,
  pipeline_external_id: storable(record.pipelineId),
  raw_stage: storable(record.stageId),
  provider_outcome: record.outcome,
  outcome_reason: storable(record.outcomeReason),
  owner_external_id: storable(record.ownerId),
  source: storable(record.source),
  fields: jsonText(record.fields),
  created_at: record.createdAt ?? known.createdAt,
  updated_at: record.updatedAt,
  closed_at: record.closedAt,
  content_hash: known.hash,
})

/** Several at one instant keep their order. */
const numbered = (opportunityId: string, entries: readonly (StageEntry & { provenance?: 'webhook' })[]): StageEventRow[] => {
  const seen = new Map<string, number>()
  return entries.map(({ stageId, pipelineId, at, provenance }): StageEventRow => {
    const seq = seen.get(at) ?? 0
    seen.set(at, seq + 1)
    return {
      opportunity_id: opportunityId,
      at,
      raw_stage: storable(stageId) ?? '',
      seq,
      pipeline_external_id: storable(pipelineId),
      provenance: provenance ?? 'provider',
    }
  })
}

/** If the vendor has no history: what we observe, at the most precise known time. */
const observed = ({ record, row, before }: Written, now: string): StageEventRow[] => {
  const reported = record.stageSince
  const provenance = reported === null ? 'observed' : record.isStageSinceFromColumn ? 'date_column' : 'provider'
  // The vendor's own time also reveals a stage that was left and reached again since the last read.
  const isNew = provenance === 'provider' || before?.rawStage !== row.raw_stage
  if (row.raw_stage === null || !isNew) return []
  const at = reported ?? (before ? now : row.created_at)
  return [
    { opportunity_id: row.id, at, raw_stage: row.raw_stage, seq: 0, pipeline_external_id: row.pipeline_external_id, provenance },
  ]
}

const reportedStages = (
  written: Written,
  { at }: WriteContext,
  { historyComesApart, announcedStages = [] }: Options,
): KnownStages => {
  const { record, row } = written
  const announced = announcedStageEvents(
    row.id,
    announcedStages.filter(({ externalId }) => externalId === record.externalId),
  )
  if (historyComesApart && !record.history) return { events: announced, present: null, isWhole: false }
  const own = record.history ? numbered(row.id, record.history) : observed(written, at.toISOString())
  const last = own.at(-1)
  const present = last && last.provenance === 'provider' && last.raw_stage === row.raw_stage ? last : null
  return { events: [...own, ...announced], present, isWhole: record.history !== undefined }
}

/** New opportunities have nothing to compare with. */
const stageChangesOf = async (tx: Tx, origin: WriteContext, written: readonly Written[], options: Options) => {
  const knownIds = written.filter(({ before }) => before !== undefined).map(({ row }) => row.id)
  const known = options.historyComesApart
    ? new Map<string, StageEventRow[]>()
    : await queries.selectStageEvents(tx, origin, knownIds)
  const changes = written.map((one) => {
    const before = known.get(one.row.id) ?? []
    const reported = reportedStages(one, origin, options)
    const isPlain = before.length === 0 && !options.announcedStages?.length
    return isPlain ? { removed: [], added: reported.events } : stageChanges(before, settleStages(before, reported))
  })
  return { removed: changes.flatMap(({ removed }) => removed), added: changes.flatMap(({ added }) => added) }
}

const partiesOf = ({ record, row }: Written, contacts: ReadonlyMap<string, string>): PartyRow[] =>
  [...new Set(record.contactIds)].map((externalId, index) => ({
    opportunity_id: row.id,
    contact_external_id: externalId,
    contact_id: contacts.get(externalId) ?? null,
    is_primary: index === 0,
  }))

interface SortedOut {
  written: Written[]
  /** The contacts of what is written: the vendor's ids to ours. */
  contacts: ReadonlyMap<string, string>
}

interface Options {
  /** The vendor's stage history is read as its own stream. */
  historyComesApart: boolean
  isFirst?: boolean
  /** Stages that webhooks announced for these opportunities, before they were requested from the vendor. */
  announcedStages?: readonly AnnouncedStage[]
}

const sortOut = async (
  tx: Tx,
  origin: WriteContext,
  records: readonly OpportunityRecord[],
  { isFirst = false }: Options,
): Promise<SortedOut> => {
  if (records.length === 0) return { written: [], contacts: new Map() }
  const hashes = records.map((record) => ({ externalId: record.externalId, hash: hashOf(record) }))
  const unsettled = await selectNewOrChanged(tx, origin, { object: 'opportunity', isFirst }, hashes)
  const neededContacts = records.flatMap(({ externalId, contactIds }) => (unsettled.has(externalId) ? contactIds : []))
  const contacts = await queries.selectContactIds(tx, origin, [...new Set(neededContacts)])
  const written = records.flatMap((record): Written[] => {
    const before = unsettled.get(record.externalId)
    if (before === undefined) return []
    const row = rowOf(record, {
      id: before?.id ?? newId(),
      createdAt: before?.created_at ?? origin.at.toISOString(),
      hash: hashOf(record),
      contactId: contacts.get(record.contactIds[0] ?? '') ?? null,
    })
    return [{ record, row, before: before === null ? undefined : { rawStage: before.raw_stage } }]
  })
  return { written, contacts }
}

interface SavedOpportunities extends Saved {
  /** Those whose new stage came from a webhook only. */
  observed: readonly string[]
  /** Contacts that an opportunity had before, and has no longer. */
  unlinked: readonly string[]
}

export const saveOpportunities = async (
  tx: Tx,
  origin: WriteContext,
  input: readonly OpportunityRecord[],
  options: Options,
): Promise<SavedOpportunities> => {
  const records = lastOfEach(input, ({ externalId }) => externalId)
  const { written, contacts } = await sortOut(tx, origin, records, options)
  const writtenIds = new Set(written.map(({ record }) => record.externalId))
  const observed = await observeStage(
    tx,
    origin,
    (options.announcedStages ?? []).filter(({ externalId }) => !writtenIds.has(externalId)),
  )
  if (written.length === 0) return { created: [], changed: [], observed, unlinked: [], unchanged: records.length }
  const fresh = written.filter(({ before }) => before === undefined).map(({ row }) => row)
  const changed = written.filter(({ before }) => before !== undefined).map(({ row }) => row)
  const changedIds = changed.map(({ id }) => id)
  const stages = await stageChangesOf(tx, origin, written, options)
  const parties = written.flatMap((one) => partiesOf(one, contacts))
  const unlinked = await queries.selectUnlinked(tx, origin, changedIds, parties)
  await runInTurn(tx, [
    () => queries.opportunityInserts(origin, fresh),
    () => queries.opportunityUpdates(origin, changed),
    () => payloadInserts(origin, { object: 'opportunity', rows: payloadsOf(written) }),
    () => queries.partyDeletes(origin, changedIds),
    () => queries.partyInserts(origin, parties),
    () => queries.stageEventDeletes(origin, stages.removed),
    () => queries.stageEventInserts(origin, stages.added),
  ])
  return {
    created: fresh.map(({ id }) => id),
    changed: changedIds,
    observed,
    unlinked,
    unchanged: records.length - written.length,
  }
}

/**
 * Saves history that comes as its own stream. Entries of unknown opportunities are ignored. Returns the opportunity of
 * each new entry.
 */
export const saveHistory = async (
  tx: Tx,
  origin: WriteContext,
  entries: NonNullable<RecordBatch['history']>,
): Promise<string[]> => {
  if (entries.length === 0) return []
  const known = await queries.selectOpportunityIds(tx, origin, [...new Set(entries.map(({ opportunityId }) => opportunityId))])
  const byOpportunity = Map.groupBy(entries, ({ opportunityId }) => opportunityId)
  const rows = [...byOpportunity].flatMap(([externalId, list]) => {
    const id = known.get(externalId)
    return id === undefined ? [] : numbered(id, list)
  })
  return queries.insertStageEvents(tx, origin, rows)
}
