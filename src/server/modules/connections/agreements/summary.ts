import { leavesOf, type Criteria, type Leaf } from '#contract/criteria/criteria.ts'
import type { Names } from '#contract/criteria/sentence/words.ts'
import type { CriteriaSummary } from '../model.ts'

const shownMax = 200

/** Lists stay readable: what is longer is in the criteria themselves. */
const listed = (values: readonly string[]): string | null => {
  if (values.length === 0) return null
  const text = values.slice(0, shownMax).join(', ')
  return text.length > shownMax ? `${text.slice(0, shownMax - 1)}…` : text
}

const nameIn = (names: Readonly<Record<string, string>>, id: string): string | undefined =>
  Object.hasOwn(names, id) ? names[id] : undefined

const valuesOf = (leaves: readonly Leaf[], field: Leaf['field']): string[] =>
  leaves.filter((leaf) => leaf.field === field).flatMap(({ values = [] }) => values)

/** The fields of a connection that follow from its criteria. */
export const summaryOf = ({ filter, integration_id: id, sub_account, type_of_data }: Criteria, names: Names): CriteriaSummary => {
  const leaves = leavesOf(filter)
  const deciding = leaves.find(({ field }) => field === 'tag' || field === 'source_field')
  return {
    integration: nameIn(names.integration, id) ?? null,
    subAccount: sub_account,
    syncField: deciding ? (deciding.name ?? 'tag') : null,
    syncValue: listed(deciding?.values ?? []),
    tag: listed(valuesOf(leaves, 'tag')),
    pipeline: listed(valuesOf(leaves, 'pipeline').map((pipelineId) => nameIn(names.pipeline, pipelineId) ?? pipelineId)),
    dataFilters: leaves.length,
    typeOfData: type_of_data,
  }
}
