// An agency's rows of a company: kept equal to selections of the company's rows.
import type { Tx } from '#server/platform/db/scope.ts'
import { logRecords } from '../change-log.ts'
import type { ChangeContext, ChangedIds, DataSourceRef, RecordObject } from '../model.ts'
import { clearPersonal, deleteRows, writeRows, type Projection } from './queries.ts'
import { rulesOf, type ProjectedTable, type TableRules } from './tables.ts'

interface Ids {
  created: Set<string>
  changed: Set<string>
  deleted: Set<string>
}

const noIds = (): Ids => ({ created: new Set(), changed: new Set(), deleted: new Set() })

export type Rows = Omit<Projection, 'into'>

interface Counts {
  written: number
  deleted: number
}

/** By table. */
export type ProjectedCounts = Partial<Record<ProjectedTable, Counts>>

export interface Withdrawn {
  contactIds: readonly string[]
  opportunityIds: readonly string[]
}

type Changes = Record<TableRules['of'], Ids>

/** A row that belongs to a record is a change of that record. */
const note = ({ of, key, by }: TableRules, changes: Changes) => {
  const isRecord = key.length === 1 && key[0] === by
  return {
    written: ({ id, is_new }: { id: string; is_new: boolean }) => changes[of][isRecord && is_new ? 'created' : 'changed'].add(id),
    deleted: (id: string) => changes[of][isRecord ? 'deleted' : 'changed'].add(id),
  }
}

/** Each id once: a record that is new or gone is not also changed. */
const idsOf = ({ created, changed, deleted }: Ids): ChangedIds => ({
  created: [...created],
  changed: [...changed].filter((id) => !created.has(id) && !deleted.has(id)),
  deleted: [...deleted],
  merged: [],
})

const clearAll = async (tx: Tx, into: DataSourceRef, withdrawn: Withdrawn, changes: Changes): Promise<void> => {
  const ids: Record<RecordObject, readonly string[]> = { contact: withdrawn.contactIds, opportunity: withdrawn.opportunityIds }
  for (const object of ['contact', 'opportunity'] as const) {
    await clearPersonal(tx, into, object, ids[object])
    for (const id of ids[object]) changes[object].changed.add(id)
  }
}

/**
 * Makes rows of a data source equal to what they should be, in the order of the tables, and deletes who the withdrawn
 * records are about. Runs in a scope of the system, because no client may see both sides.
 */
export const projectRecords = async (
  tx: Tx,
  { dispatcher, ...into }: ChangeContext,
  all: readonly Rows[],
  withdrawn: Withdrawn,
): Promise<ProjectedCounts> => {
  const changes: Changes = { contact: noIds(), opportunity: noIds(), pipeline: noIds(), owner: noIds() }
  const counts: ProjectedCounts = {}
  // Rows that belong to a record are deleted before it, so that they are counted.
  for (const rows of all.toReversed()) {
    const deleted = await deleteRows(tx, { ...rows, into })
    counts[rows.table] = { written: 0, deleted: deleted.length }
    deleted.forEach(note(rulesOf(rows.table), changes).deleted)
  }
  for (const rows of all) {
    const written = await writeRows(tx, { ...rows, into })
    counts[rows.table] = { written: written.length, deleted: counts[rows.table]?.deleted ?? 0 }
    written.forEach(note(rulesOf(rows.table), changes).written)
  }
  await clearAll(tx, into, withdrawn, changes)
  const isPipelineChanged = Object.values(changes.pipeline).some((ids) => ids.size > 0)
  await logRecords(
    tx,
    { ...into, dispatcher },
    { contact: idsOf(changes.contact), opportunity: idsOf(changes.opportunity) },
    isPipelineChanged ? ['pipeline'] : [],
  )
  return counts
}
