// What a company shares, as rows in the agency's account.
import type { Tx } from '#server/platform/db/scope.ts'
import { analyzeGrown } from '#server/platform/db/statistics.ts'
import { forManyRows } from '#server/platform/db/statements/planning.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { findAffected } from '../criteria/service.ts'
import type { RecordIds } from '../criteria/model.ts'
import { countActive } from '../crm/deletion/service.ts'
import type { NamedIds } from '../crm/model.ts'
import { analyzeFilledTables } from '../crm/service.ts'
import { findNamed, findStillNamed, projectRecords, type ProjectedCounts } from '../crm/projecting/service.ts'
import * as ids from './id-queries.ts'
import * as members from './member-queries.ts'
import { sharesAllOutcomes, type Share, type SharedIds } from './model.ts'
import { renewIds } from './renewal.ts'
import { nameRows, recordRows } from './row-queries.ts'

type Moved = readonly members.Moved[]

export interface Projected {
  counts: ProjectedCounts
  /** The agency's ids of records that were erased because the company shares them with nobody any longer. */
  excludedIds: ReadonlySet<string>
}

const idsIn = (moved: Moved, state: Moved[number]['state'], object: Moved[number]['object']): string[] =>
  moved.filter((one) => one.state === state && one.object === object).map(({ shared_id }) => shared_id)

const withdrawnIn = (moved: Moved): SharedIds => ({
  contactIds: idsIn(moved, 'withdrawn', 'contact'),
  opportunityIds: idsIn(moved, 'withdrawn', 'opportunity'),
})

const excludedIn = (moved: Moved): Set<string> =>
  new Set(moved.filter(({ is_excluded }) => is_excluded).map(({ shared_id }) => shared_id))

const contextOf = ({ agencyId, connectionId }: Share, dispatcher: Pick<Dispatcher, 'enqueue'>) => ({
  clientId: agencyId,
  dataSourceId: connectionId,
  dispatcher,
})

const none: SharedIds = { contactIds: [], opportunityIds: [] }

/** Makes what all pipelines, stages and owners are called equal to what the agency may know. */
export const projectNames = async (tx: Tx, dispatcher: Pick<Dispatcher, 'enqueue'>, share: Share): Promise<ProjectedCounts> => {
  const context = contextOf(share, dispatcher)
  return projectRecords(tx, context, nameRows(share, await findNamed(tx, context)), none)
}

const without = (one: NamedIds, other: NamedIds): NamedIds => ({
  ownerIds: one.ownerIds.filter((id) => !other.ownerIds.includes(id)),
  pipelineIds: one.pipelineIds.filter((id) => !other.pipelineIds.includes(id)),
})

const both = (one: NamedIds, other: NamedIds): NamedIds => ({
  ownerIds: [...one.ownerIds, ...other.ownerIds],
  pipelineIds: [...one.pipelineIds, ...other.pipelineIds],
})

/** Of owners and pipelines that rows name now, or that they named before. */
const projectNamesOf = async (
  tx: Tx,
  context: ReturnType<typeof contextOf>,
  share: Share,
  { before, after }: Record<'before' | 'after', NamedIds>,
): Promise<ProjectedCounts> => {
  const [added, dropped] = [without(after, before), without(before, after)]
  const among = both(added, dropped)
  if (among.ownerIds.length + among.pipelineIds.length === 0) return {}
  const named = both(added, await findStillNamed(tx, context, dropped))
  return projectRecords(tx, context, nameRows(share, named, among), none)
}

/** Evaluates records that changed, and those whose sharing depends on them. */
export const projectChanged = async (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  share: Share,
  changed: RecordIds,
): Promise<Projected> => {
  const { clientId } = share.sharing
  const only = await findAffected(tx, clientId, changed)
  if (only.contactIds.length + only.opportunityIds.length === 0) return { counts: {}, excludedIds: new Set() }
  const context = contextOf(share, dispatcher)
  const left = await members.moveMembers(tx, share, { only, stay: 'all', at: new Date() })
  const moved = await renewIds(tx, context, share, { moved: left, lost: [] })
  const around = await members.selectOpportunitiesOf(tx, clientId, only.contactIds)
  const records = {
    contactIds: [...only.contactIds],
    opportunityIds: [...new Set([...only.opportunityIds, ...around])],
  }
  const shared = await members.selectSharedIds(tx, share, records)
  const withdrawn = withdrawnIn(moved)
  const written = {
    contactIds: [...shared.contactIds, ...withdrawn.contactIds],
    opportunityIds: [...shared.opportunityIds, ...withdrawn.opportunityIds],
  }
  const before = await findNamed(tx, context, written)
  const counts = await projectRecords(tx, context, recordRows(share, { scope: { records, shared } }), withdrawn)
  const names = await projectNamesOf(tx, context, share, { before, after: await findNamed(tx, context, written) })
  return { counts: { ...counts, ...names }, excludedIds: excludedIn(moved) }
}

const checkCounts = async (tx: Tx, share: Share): Promise<void> => {
  const wanted = await members.countMembers(tx, share)
  const source = { clientId: share.agencyId, dataSourceId: share.connectionId }
  for (const object of ['contact', 'opportunity'] as const) {
    const found = await countActive(tx, source, object)
    if (found !== wanted[object]) throw new Error(`The agency has ${found} rows of ${wanted[object]} that are shared: ${object}`)
  }
}

/** So few are found by their ids among the rows of all companies of an agency. */
const fewRows = 5000

/**
 * Evaluates all records. Under a new version, what no longer matches is removed, and what had left before stays only if
 * the version shares everything that is left of it. Counts which rows had fields that are lost.
 */
export const projectAll = async (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  share: Share,
  { isNewVersion, lost = [] }: { isNewVersion: boolean; lost?: readonly string[] },
): Promise<Projected> => {
  const stay = isNewVersion ? (sharesAllOutcomes(share.criteria) ? 'withdrawn' : 'none') : 'all'
  const context = contextOf(share, dispatcher)
  const left = await forManyRows(tx, () => members.moveMembers(tx, share, { stay, at: new Date() }))
  await analyzeGrown(tx, ['shared_record'], { hasWritten: true })
  const write = async (): Promise<Projected> => {
    const moved = await renewIds(tx, context, share, { moved: left, lost })
    const counts = await projectRecords(tx, context, recordRows(share, { lost }), withdrawnIn(moved))
    const names = await projectNames(tx, dispatcher, share)
    await checkCounts(tx, share)
    return { counts: { ...counts, ...names }, excludedIds: excludedIn(moved) }
  }
  const { contact, opportunity } = await members.countMembers(tx, share)
  const projected = await (contact + opportunity + left.length > fewRows ? forManyRows(tx, write) : write())
  await analyzeFilledTables(tx, { hasWritten: true })
  return projected
}

/** The connection ended: nothing is shared any longer. The rows are erased by the caller. */
export const endMembership = (tx: Tx, ref: { clientId: string; connectionId: string }, at: Date): Promise<void> =>
  members.removeMembers(tx, ref, at)

export const countShared = (tx: Tx, ref: { clientId: string; connectionId: string }) => members.countByState(tx, ref)

/** The company's own ids of contacts that the agency knows by others. */
export const findOwnIds = async (
  tx: Tx,
  ref: { clientId: string; connectionId: string },
  sharedIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await ids.selectOwnIds(tx, ref, sharedIds)
  return new Map(rows.map(({ shared_id: sharedId, record_id: id }) => [sharedId, id]))
}

/** The agency's ids of the company's contacts. */
export const findIdsAtAgency = async (
  tx: Tx,
  ref: { clientId: string; connectionId: string },
  contactIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await ids.selectIdsAtAgency(tx, ref, contactIds)
  return new Map(rows.map(({ shared_id: sharedId, record_id: id }) => [id, sharedId]))
}
