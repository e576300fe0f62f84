// A client's contacts and opportunities: the only writer of contact, opportunity, stage_event and touch.
import type { Tx } from '#server/platform/db/scope.ts'
import { analyzeGrown } from '#server/platform/db/statistics.ts'
import * as catalogue from './catalogue-queries.ts'
import { logDataSourceDeleted, logDataSourceRead, logRecords, type UnnumberedChange } from './change-log.ts'
import { selectContactIds, selectContactNames } from './contact-queries.ts'
import * as dataSources from './data-source-queries.ts'
import * as removal from './deletion/removal-queries.ts'
import * as memberRows from './member-queries.ts'
import type {
  ChangedIds,
  ChangeContext,
  DataSourceKind,
  DataSourceRef,
  Outcome,
  RecordBatch,
  RecordChanges,
  RecordObject,
  SaveOptions,
  WriteContext,
} from './model.ts'
import { saveContacts } from './saving/contacts.ts'
import { hashOf, payloadOf } from './saving/content.ts'
import { saveHistory, saveOpportunities } from './saving/opportunities.ts'
import { uniqueChanges } from './saving/unique-changes.ts'
import * as settling from './saving/settling-queries.ts'

/** Tables that a sync fills. */
const filledTables = [
  'contact',
  'opportunity',
  'opportunity_contact',
  'stage_event',
  'touch',
  'record_payload',
  'crm_list',
  'crm_list_member',
  'sync_seen',
] as const

/** Refreshes PostgreSQL's statistics after a sync has filled the tables. */
export const analyzeFilledTables = (tx: Tx, options?: { hasWritten: boolean }): Promise<void> =>
  analyzeGrown(tx, filledTables, options)

/** With the company whose rows it brings, if that is not the client itself. */
export const createDataSource = (
  tx: Tx,
  source: DataSourceRef,
  kind: DataSourceKind,
  companyId: string | null = null,
): Promise<void> => dataSources.insertDataSource(tx, source, kind, companyId)

/** What an agency gets of a company under a connection, which has the same id. */
export const createSharedSource = (
  tx: Tx,
  source: DataSourceRef,
  about: { companyId: string; isReadable: boolean },
): Promise<void> => dataSources.insertSharedSource(tx, source, about)

/** Whether users of the client see its rows. */
export const setReadable = (tx: Tx, source: DataSourceRef, isReadable: boolean): Promise<void> =>
  dataSources.setReadable(tx, source, isReadable)

export const isReadable = (tx: Tx, source: DataSourceRef): Promise<boolean> => dataSources.selectIsReadable(tx, source)

/** Where a client's rows come from. */
export const listDataSources = (tx: Tx, clientId: string) => dataSources.selectDataSources(tx, clientId)

/** Waits for every transaction that adds rows of the data source, and makes later ones wait until it is deleted. */
export const lockDataSource = (tx: Tx, source: DataSourceRef): Promise<void> => dataSources.lockDataSource(tx, source)

/** With the rows that are left of it. */
export const deleteDataSource = async (tx: Tx, context: ChangeContext): Promise<void> => {
  await dataSources.deleteDataSource(tx, context)
  await logDataSourceDeleted(tx, context)
}

/** All of it was read: followers that waited for that go on. */
export const noteRead = (tx: Tx, context: ChangeContext): Promise<void> => logDataSourceRead(tx, context)

/** One that never had rows, so no follower needs to hear of it. */
export const discardDataSource = (tx: Tx, source: DataSourceRef): Promise<void> => dataSources.deleteDataSource(tx, source)

/** By their ids, of those that still exist. One without a name has its email address, or the vendor's id. */
export const namesOfContacts = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = ids.length === 0 ? [] : await selectContactNames(tx, clientId, ids)
  return new Map(
    rows.map((row) => {
      const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
      return [row.id, name || row.email || row.external_id]
    }),
  )
}

const noChanges: ChangedIds = { created: [], changed: [], deleted: [], merged: [] }

/** Settles the stages of so many opportunities by the rules of today. Answers with the last of them; null: there are no more. */
export const settleOldStages = async (
  tx: Tx,
  context: ChangeContext,
  after: string | null,
  limit: number,
): Promise<string | null> => {
  const { changed, last } = await settling.settleOldStages(tx, context, after, limit)
  await logRecords(tx, context, { contact: noChanges, opportunity: { ...noChanges, changed } }, [])
  return last
}

interface SavedRecords extends Outcome {
  changes: RecordChanges
}

/**
 * Work that needs no database, done while the database is busy with earlier records. In a first read every record will
 * be written; later hardly any.
 */
export const prepareRecords = ({ contacts = [], opportunities = [] }: RecordBatch, { areNew }: { areNew: boolean }): void => {
  for (const record of [...contacts, ...opportunities]) {
    hashOf(record)
    if (areNew) payloadOf(record)
  }
}

const removalsOf = (batch: RecordBatch, object: RecordObject) => (batch.deletions ?? []).filter((one) => one.object === object)

/** Each merge with the end of its chain, in any order. In a cycle one contact remains. */
const endsOf = (merges: readonly { id: string; into: string }[]): { id: string; into: string }[] => {
  const next = new Map<string, string>()
  const endOf = (id: string): string => {
    const on = next.get(id)
    return on === undefined ? id : endOf(on)
  }
  for (const { id, into } of merges) if (endOf(into) !== id) next.set(id, into)
  return [...next.keys()].map((id) => ({ id, into: endOf(id) }))
}

interface Merges extends removal.FollowedMerge {
  count: number
  /** The remaining contacts. */
  kept: string[]
}

/** A merge of contacts that have not been read yet is applied when they come. */
const saveMerges = async (
  tx: Tx,
  origin: WriteContext,
  { merges = [] }: RecordBatch,
  writtenIds: readonly string[],
): Promise<Merges> => {
  if (merges.length > 0) await removal.insertAliases(tx, origin, merges)
  const touched = [...merges.map(({ from }) => from), ...writtenIds]
  if (touched.length === 0) return { count: 0, contacts: [], kept: [], opportunities: [], haveLeftLists: false }
  const merged = endsOf(await removal.selectUnfollowed(tx, origin, touched))
  const followed: removal.FollowedMerge[] = []
  for (const merge of merged) followed.push(await removal.followMerge(tx, origin, merge))
  return {
    count: merged.length,
    contacts: followed.flatMap(({ contacts }) => contacts),
    kept: merged.map(({ into }) => into),
    opportunities: followed.flatMap(({ opportunities }) => opportunities),
    haveLeftLists: followed.some(({ haveLeftLists }) => haveLeftLists),
  }
}

const idsOf = (records: readonly { externalId: string }[]): string[] => records.map(({ externalId }) => externalId)

/** Small records that others refer to. */
const saveCatalogue = async (tx: Tx, origin: WriteContext, { pipelines = [], owners = [], lists = [] }: RecordBatch) => {
  const pipeline = await catalogue.upsertPipelines(tx, origin, pipelines)
  const owner = await catalogue.upsertOwners(tx, origin, owners)
  return { pipeline, owner, list: await catalogue.upsertLists(tx, origin, lists) }
}

type IsListChosen = NonNullable<SaveOptions['isListWanted']>

/** Memberships of known and chosen lists. A contact that is only in other lists has none. */
const chosenMembers = async (tx: Tx, origin: WriteContext, { memberships = [] }: RecordBatch, isChosen: IsListChosen) => {
  if (memberships.length === 0) return []
  const known = await memberRows.selectKnownLists(tx, origin, [...new Set(memberships.map(({ listId }) => listId))])
  const chosen = new Set(known.filter(({ id, name }) => isChosen(id, name)).map(({ id }) => id))
  return memberships.filter(({ listId }) => chosen.has(listId))
}

interface MovedMembers {
  /** Ours, of those that are known. */
  contactIds: string[]
  isChanged: boolean
}

/** Finds the contacts that are in other lists than before. */
const saveMembers = async (tx: Tx, origin: WriteContext, batch: RecordBatch, options: SaveOptions): Promise<MovedMembers> => {
  const chosen = await chosenMembers(tx, origin, batch, options.isListWanted ?? (() => true))
  const comeWithLists = batch.memberships === undefined ? [] : idsOf(batch.contacts ?? [])
  const left = await memberRows.dropOtherMembers(tx, origin, comeWithLists, chosen)
  const joined = await memberRows.insertMembers(tx, origin, chosen, { isNoted: options.notesMembers ?? false })
  const moved = [...new Set([...left, ...joined])]
  return { contactIds: await selectContactIds(tx, origin, moved), isChanged: moved.length > 0 }
}

const unnumbered: readonly UnnumberedChange['object'][] = ['pipeline', 'owner', 'list', 'spend']

/**
 * Saves a batch in the caller's transaction. Saving it again changes nothing. Returns how much was saved, and the ids
 * of what has changed.
 */
export const saveRecords = async (
  tx: Tx,
  origin: WriteContext,
  batch: RecordBatch,
  options: SaveOptions,
): Promise<SavedRecords> => {
  const { history = [] } = batch
  const known = await saveCatalogue(tx, origin, batch)
  const contacts = await saveContacts(tx, origin, batch.contacts ?? [], options)
  const opportunities = await saveOpportunities(tx, origin, batch.opportunities ?? [], options)
  const events = await saveHistory(tx, origin, history)
  const members = await saveMembers(tx, origin, batch, options)
  const spend = await catalogue.upsertSpend(tx, origin, batch.spend ?? [])
  const merges = await saveMerges(tx, origin, batch, contacts.written)
  const removed = await removal.removeContacts(tx, origin, removalsOf(batch, 'contact'))
  const deleted = {
    contact: removed.ids,
    opportunity: await removal.removeOpportunities(tx, origin, removalsOf(batch, 'opportunity')),
  }
  const changes = uniqueChanges({
    contact: {
      created: contacts.created,
      changed: [...contacts.changed, ...members.contactIds, ...merges.kept, ...opportunities.unlinked],
      deleted: deleted.contact,
      merged: merges.contacts,
    },
    opportunity: {
      created: opportunities.created,
      changed: [...opportunities.changed, ...opportunities.observed, ...contacts.linked, ...events, ...merges.opportunities],
      deleted: deleted.opportunity,
      merged: [],
    },
  })
  const isChanged = {
    pipeline: known.pipeline,
    owner: known.owner,
    list: known.list !== undefined || members.isChanged || merges.haveLeftLists || removed.haveLeftLists,
    spend: spend.created + spend.changed > 0,
  }
  const others = unnumbered.filter((object) => isChanged[object])
  await logRecords(
    tx,
    origin,
    changes,
    others.map((object) => ({ object, kind: object === 'list' && known.list === 'created' ? 'created' : 'changed' })),
  )
  return {
    created: contacts.created.length + opportunities.created.length + spend.created,
    changed: contacts.changed.length + opportunities.changed.length + spend.changed,
    unchanged: contacts.unchanged + opportunities.unchanged + Math.max(0, history.length - events.length),
    deleted: deleted.contact.length + deleted.opportunity.length,
    merged: merges.count,
    returned: contacts.returned,
    growth: {
      contact: contacts.created.length - merges.count - deleted.contact.length,
      opportunity: opportunities.created.length - deleted.opportunity.length,
    },
    changes,
  }
}
