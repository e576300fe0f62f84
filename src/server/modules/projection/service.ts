// What a company shares, as rows in the agency's account.
import type { Tx } from '#server/platform/db/scope.ts'
import { analyzeGrown } from '#server/platform/db/statistics.ts'
import { forManyRows } from '#server/platform/db/statements/many-rows.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { findAffected } from '../criteria/service.ts'
import type { RecordIds } from '../criteria/model.ts'
import { countActive } from '../crm/deletion/service.ts'
import { analyzeFilledTables } from '../crm/service.ts'
import { projectRecords, type ProjectedCounts } from '../crm/projecting/service.ts'
import * as members from './member-queries.ts'
import { sharesAllOutcomes, type Share } from './model.ts'
import { rowsOf } from './row-queries.ts'

type Moved = Awaited<ReturnType<typeof members.moveMembers>>

export interface Projected {
  counts: ProjectedCounts
  /** Whether records were erased because the company shares them with nobody any longer. */
  hasExcluded: boolean
}

const idsIn = (moved: Moved, state: Moved[number]['state'], object: Moved[number]['object']): string[] =>
  moved.filter((one) => one.state === state && one.object === object).map(({ shared_id }) => shared_id)

const withdrawnIn = (moved: Moved) => ({
  contactIds: idsIn(moved, 'withdrawn', 'contact'),
  opportunityIds: idsIn(moved, 'withdrawn', 'opportunity'),
})

const hasExcluded = (moved: Moved): boolean => moved.some(({ is_excluded }) => is_excluded)

const contextOf = ({ agencyId, connectionId }: Share, dispatcher: Pick<Dispatcher, 'enqueue'>) => ({
  clientId: agencyId,
  dataSourceId: connectionId,
  dispatcher,
})

/** Evaluates records that changed, and those whose sharing depends on them. */
export const projectChanged = async (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  share: Share,
  changed: RecordIds,
): Promise<Projected> => {
  const { clientId } = share.sharing
  const only = await findAffected(tx, clientId, changed)
  if (only.contactIds.length + only.opportunityIds.length === 0) return { counts: {}, hasExcluded: false }
  const moved = await members.moveMembers(tx, share, { only, stay: 'all', at: new Date() })
  const around = await members.selectOpportunitiesOf(tx, clientId, only.contactIds)
  const records = {
    contactIds: [...only.contactIds],
    opportunityIds: [...new Set([...only.opportunityIds, ...around])],
  }
  const scope = { records, shared: await members.selectSharedIds(tx, share, records) }
  const counts = await projectRecords(tx, contextOf(share, dispatcher), rowsOf(share, scope), withdrawnIn(moved))
  return { counts, hasExcluded: hasExcluded(moved) }
}

const checkCounts = async (tx: Tx, share: Share): Promise<void> => {
  const wanted = await members.countMembers(tx, share)
  const source = { clientId: share.agencyId, dataSourceId: share.connectionId }
  for (const object of ['contact', 'opportunity'] as const) {
    const found = await countActive(tx, source, object)
    if (found !== wanted[object]) throw new Error(`The agency has ${found} rows of ${wanted[object]} that are shared: ${object}`)
  }
}

/**
 * Evaluates all records. Under a new version, what no longer matches is removed, and what had left before stays only if
 * the version shares everything that is left of it.
 */
export const projectAll = (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  share: Share,
  { isNewVersion }: { isNewVersion: boolean },
): Promise<Projected> =>
  forManyRows(tx, async () => {
    const stay = isNewVersion ? (sharesAllOutcomes(share.criteria) ? 'withdrawn' : 'none') : 'all'
    const moved = await members.moveMembers(tx, share, { stay, at: new Date() })
    await analyzeGrown(tx, ['shared_record'])
    const counts = await projectRecords(tx, contextOf(share, dispatcher), rowsOf(share), withdrawnIn(moved))
    await checkCounts(tx, share)
    await analyzeFilledTables(tx)
    return { counts, hasExcluded: hasExcluded(moved) }
  })

/** Pipelines and stages have other names or another order. */
export const projectPipelines = async (tx: Tx, dispatcher: Pick<Dispatcher, 'enqueue'>, share: Share): Promise<void> => {
  const rows = rowsOf(share).filter(({ table }) => table === 'pipeline' || table === 'pipeline_stage')
  await projectRecords(tx, contextOf(share, dispatcher), rows, { contactIds: [], opportunityIds: [] })
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
  const rows = await members.selectOwnIds(tx, ref, sharedIds)
  return new Map(rows.map(({ shared_id: sharedId, record_id: id }) => [sharedId, id]))
}
