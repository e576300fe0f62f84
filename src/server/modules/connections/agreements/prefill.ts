// Inviting again: the draft starts from what the two accounts agreed on before. Nothing of that is in force again.
import { changeText } from '#contract/criteria/compare/change-text.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import { isLeaf, leavesOf, type Criteria, type Filter, type Leaf } from '#contract/criteria/criteria.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { lookUpIntegration } from '../../integrations/service.ts'
import { acts } from '../acts.ts'
import { refOf, type ConnectionRow } from '../model.ts'
import { selectPresent } from './name-queries.ts'
import { selectLastOfPair, selectNewest, writeVersion, type PastPair, type VersionRow } from './queries.ts'
import { criteriaOf, namesOf } from './show.ts'
import { namesFor, tables, textOf } from './text.ts'

type IsPresent = (leaf: Leaf, value: string) => boolean

const keepValues = (leaf: Leaf, isPresent: IsPresent): Leaf | undefined => {
  const { values = [] } = leaf
  if (values.length === 0) return leaf
  const kept = values.filter((value) => isPresent(leaf, value))
  return kept.length === 0 ? undefined : { ...leaf, values: kept }
}

/** Without values that the source no longer has. Undefined: nothing is left. */
const keepPresent = (filter: Filter, isPresent: IsPresent): Filter | undefined => {
  if (isLeaf(filter)) return keepValues(filter, isPresent)
  if ('not' in filter) {
    const not = keepPresent(filter.not, isPresent)
    return not && { not }
  }
  const children = 'all' in filter ? filter.all : filter.any
  const kept = children.map((child) => keepPresent(child, isPresent)).filter((child) => child !== undefined)
  if (kept.length === 0 && children.length > 0) return undefined
  return 'all' in filter ? { all: kept } : { any: kept }
}

/** Ids of pipelines, stages, lists and owners are looked up at the source; tags and other texts stay as they are. */
const findPresent = async (tx: Tx, clientId: string, { integration_id: integrationId, filter }: Criteria): Promise<IsPresent> => {
  const present = new Map<string, Set<string>>()
  for (const [field, table] of Object.entries(tables)) {
    const ids = leavesOf(filter).flatMap((leaf) => (leaf.field === field ? (leaf.values ?? []) : []))
    if (ids.length > 0) present.set(field, await selectPresent(tx, { clientId, integrationId }, table, ids))
  }
  return ({ field }, value) => present.get(field)?.has(value) ?? true
}

const leftOutOf = (before: VersionRow, criteria: Criteria): string[] =>
  compareCriteria(criteriaOf(before), criteria).changes.map((change) =>
    changeText(change, namesOf(before))
      .map(({ text }) => text)
      .join(''),
  )

/**
 * What of the last version can still be shared. Without any of its conditions left it would be everyone, so there is none;
 * and if it would share more without what is gone, it stays as it was.
 */
const findRest = async (tx: Tx, clientId: string, before: VersionRow): Promise<Criteria | undefined> => {
  const criteria = criteriaOf(before)
  const source = await lookUpIntegration(tx, { clientId, integrationId: criteria.integration_id })
  if (!source || source.status === 'disconnected') return undefined
  const filter = keepPresent(criteria.filter, await findPresent(tx, clientId, criteria))
  if (!filter) return undefined
  const rest = { ...criteria, filter }
  return compareCriteria(criteria, rest).direction === 'narrow' ? rest : criteria
}

/** Its counts are those of the version that it starts from; they are counted again when it is sent. */
export const prefillDraft = async (
  tx: Tx,
  company: ConnectionRow,
  { caller, account, pair }: { caller: Caller; account: string; pair: PastPair },
): Promise<void> => {
  const { client_id: clientId, id } = company
  if (company.side !== 'COMPANY' || company.state !== 'INVITED') return
  if ((await selectNewest(tx, refOf(company))) !== undefined) return
  const before = await selectLastOfPair(tx, clientId, pair)
  const criteria = before && (await findRest(tx, clientId, before))
  if (!criteria) return
  const names = await namesFor(tx, { clientId, company: account }, criteria)
  const { sentence, textHash } = textOf(criteria, names)
  await writeVersion(tx, {
    client_id: clientId,
    connection_id: id,
    version: 1,
    state: 'draft',
    criteria: jsonText(criteria),
    names: jsonText(names),
    sentence,
    text_hash: textHash,
    contacts: before.contacts,
    opportunities: before.opportunities,
    is_estimate: before.is_estimate,
    left_out: leftOutOf(before, criteria),
    user_id: caller.userId,
    saved_at: new Date(),
  })
  await record(tx, acts['connection.criteria_saved'], { clientId, object: { id }, after: { version: 1 } })
}
