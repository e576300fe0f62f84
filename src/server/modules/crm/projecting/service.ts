// An agency's rows of a company: kept equal to selections of the company's rows.
import type { Tx } from '#server/platform/db/scope.ts'
import { logRecordsLast } from '../change-log.ts'
import type { ChangeContext, ChangedIds, DataSourceRef, NamedIds, RecordObject } from '../model.ts'
import { copiedRows, type CopiedSources } from './copy-queries.ts'
import {
  clearPersonal,
  deleteRows,
  hasRows,
  insertRows,
  selectNamed,
  selectStillNamed,
  writeRows,
  type Projection,
} from './queries.ts'
import { deleteLinks, selectOpportunitiesOf } from './rename-queries.ts'
import { rename, type Renaming } from './renaming.ts'
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
  /** Of these, rows that lost what they may no longer have. */
  cleared: number
  /** For each row, the record that it belonged to. */
  deleted: readonly string[]
}

/** By table. */
export type ProjectedCounts = Partial<Record<ProjectedTable, Counts>>

export interface Withdrawn {
  contactIds: readonly string[]
  opportunityIds: readonly string[]
}

type Changes = Record<TableRules['of'], Ids>

const isRecord = ({ key, by }: TableRules): boolean => key.length === 1 && key[0] === by

/** A row that belongs to a record is a change of that record. */
const note = (rules: TableRules, changes: Changes) => ({
  written: ({ id, is_new: isNew }: { id: string; is_new: boolean }) =>
    changes[rules.of][isRecord(rules) && isNew ? 'created' : 'changed'].add(id),
  deleted: (id: string) => changes[rules.of][isRecord(rules) ? 'deleted' : 'changed'].add(id),
})

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

/** Rows that belong to a record are deleted before it, so that they are counted. */
const replaceAll = async (tx: Tx, into: DataSourceRef, all: readonly Rows[], changes: Changes): Promise<ProjectedCounts> => {
  const counts: ProjectedCounts = {}
  for (const rows of all.toReversed()) {
    const deleted = await deleteRows(tx, { ...rows, into })
    counts[rows.table] = { written: 0, cleared: 0, deleted }
    deleted.forEach(note(rulesOf(rows.table), changes).deleted)
  }
  for (const rows of all) {
    const written = await writeRows(tx, { ...rows, into })
    const cleared = written.filter(({ has_lost }) => has_lost).length
    counts[rows.table] = { written: written.length, cleared, deleted: counts[rows.table]?.deleted ?? [] }
    written.forEach(note(rulesOf(rows.table), changes).written)
  }
  return counts
}

/** The first rows of a data source: nothing to compare with. Rows that belong to a record are no change beside the new record. */
const insertAll = async (tx: Tx, into: DataSourceRef, all: readonly Rows[], changes: Changes): Promise<ProjectedCounts> => {
  const counts: ProjectedCounts = {}
  for (const rows of all) {
    const rules = rulesOf(rows.table)
    const isNamed = rules.of === 'pipeline' || rules.of === 'owner'
    const { count, ids } = await insertRows(tx, { ...rows, into }, { withIds: isNamed || isRecord(rules) })
    counts[rows.table] = { written: count, cleared: 0, deleted: [] }
    for (const id of ids) note(rules, changes).written({ id, is_new: true })
  }
  return counts
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
  const isFirst = all.every(({ among }) => among === undefined) && !(await hasRows(tx, into))
  const counts = await (isFirst ? insertAll : replaceAll)(tx, into, all, changes)
  await clearAll(tx, into, withdrawn, changes)
  const others = (['pipeline', 'owner'] as const).filter((object) => Object.values(changes[object]).some((ids) => ids.size > 0))
  logRecordsLast(
    tx,
    { ...into, dispatcher },
    { contact: idsOf(changes.contact), opportunity: idsOf(changes.opportunity) },
    others.map((object) => ({ object, kind: 'changed' })),
  )
  return counts
}

/** All records of data sources of another client, with their history, as the first rows of a data source. */
export const copyRecords = async (tx: Tx, context: ChangeContext, from: CopiedSources): Promise<void> => {
  await projectRecords(tx, context, copiedRows(context, from), { contactIds: [], opportunityIds: [] })
}

/** The owners and pipelines that rows of a data source name: of these records, or all. */
export const findNamed = (tx: Tx, source: DataSourceRef, among?: Withdrawn): Promise<NamedIds> => selectNamed(tx, source, among)

/** Of these, those that any row still names. */
export const findStillNamed = (tx: Tx, source: DataSourceRef, ids: NamedIds): Promise<NamedIds> =>
  selectStillNamed(tx, source, ids)

/** Opportunities follow contacts, and all rows of a record follow it. In the log, records are gone and others are new. */
export const renameRecords = async (tx: Tx, context: ChangeContext, all: Record<RecordObject, Renaming>): Promise<void> => {
  const contact = await rename(tx, context, 'contact', all.contact)
  const opportunity = await rename(tx, context, 'opportunity', all.opportunity)
  logRecordsLast(tx, context, { contact, opportunity })
}

/** Opportunities of a data source in which one of these contacts takes part. */
export const findOpportunitiesOf = (tx: Tx, source: ChangeContext, contactIds: readonly string[]): Promise<string[]> =>
  contactIds.length === 0 ? Promise.resolve([]) : selectOpportunitiesOf(tx, source, contactIds)

export const unlinkContacts = async (
  tx: Tx,
  context: ChangeContext,
  links: { contactIds: readonly string[]; opportunityIds: readonly string[] },
): Promise<void> => {
  if (links.opportunityIds.length === 0) return
  await deleteLinks(tx, context, links)
  const changed = { created: [], changed: links.opportunityIds, deleted: [], merged: [] }
  logRecordsLast(tx, context, { contact: { ...changed, changed: [] }, opportunity: changed })
}
