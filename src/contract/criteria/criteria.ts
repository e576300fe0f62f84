// What a company shares under a connection, as data. The sentence, the preview and the rows that an agency gets all
// follow from it.

export const criteriaLimits = {
  depth: 3,
  leaves: 20,
  values: 200,
  textMax: 20_000,
  valueMax: 200,
  fields: 100,
  containsMin: 3,
} as const

/** What can be compared, and how. The first operator is the default. */
export const leafOperators = {
  tag: ['has_any', 'has_all', 'has_none'],
  source_field: ['in', 'not_in', 'is_set', 'is_not_set', 'contains'],
  pipeline: ['in', 'not_in', 'is_set', 'is_not_set'],
  stage: ['in', 'not_in', 'is_set', 'is_not_set'],
  list: ['in', 'not_in', 'is_set', 'is_not_set'],
  owner: ['in', 'not_in', 'is_set', 'is_not_set'],
  integration: ['in', 'not_in'],
  record_id: ['in', 'not_in'],
  created_since: ['>=', '<='],
} as const

export type LeafField = keyof typeof leafOperators
export const leafFields = Object.keys(leafOperators) as [LeafField, ...LeafField[]]
export const operators = [
  'has_any',
  'has_all',
  'has_none',
  'in',
  'not_in',
  'is_set',
  'is_not_set',
  'contains',
  '>=',
  '<=',
] as const
export type Operator = (typeof operators)[number]

export interface Leaf {
  field: LeafField
  /** The CRM's own name of the field that has the source, for `source_field`. */
  name?: string | undefined
  op: Operator
  /** Ids for pipelines, stages, lists, owners and integrations; otherwise the CRM's own text. Empty for `is_set`. */
  values?: string[] | undefined
}

export type Filter = Leaf | { all: Filter[] } | { any: Filter[] } | { not: Filter }

/**
 * Which record the filter is about. A contact matches by its own tags, lists, source, owner and creation date, and by the
 * pipelines and stages of its opportunities; an opportunity by its own pipeline, stage, source, owner and creation
 * date, and by the tags and lists of its contacts. Opportunities of matching contacts are shared with them, and
 * contacts of matching opportunities with those.
 */
export const matchModes = ['contact', 'opportunity', 'contact_or_opportunity'] as const

/** From the least to the most that an agency sees of a contact. */
export const typesOfData = ['COUNTS', 'OUTCOMES', 'BASIC', 'FIELDS'] as const
export type TypeOfData = (typeof typesOfData)[number]

export const recordTypes = ['contact', 'opportunity', 'stage_event', 'touch'] as const

/** What happens to a contact that no longer matches: the name goes and the outcome stays, or all of it goes. */
export const leaveModes = ['withdraw_pii', 'remove'] as const

export interface Criteria {
  integration_id: string
  /** An account inside the vendor's account, such as a GoHighLevel location. */
  sub_account: string | null
  match_on: (typeof matchModes)[number]
  filter: Filter
  /** Only records created on this day or later. */
  since: string | null
  /** Only records created after the agency accepts. */
  future_only: boolean
  type_of_data: TypeOfData
  record_types: (typeof recordTypes)[number][]
  /** For FIELDS: exactly these. The other types have their own fixed lists. */
  fields: string[]
  purpose: string
  allow_audiences: boolean
  allow_export: boolean
  on_leave: (typeof leaveModes)[number]
  /** What was shared is erased as soon as sharing ends. */
  retention_days_after_end: 0
}

export const isLeaf = (filter: Filter): filter is Leaf => 'field' in filter

/** Every condition of a filter, each as often as it occurs. */
export const leavesOf = (filter: Filter): Leaf[] => {
  if (isLeaf(filter)) return [filter]
  if ('not' in filter) return leavesOf(filter.not)
  return ('all' in filter ? filter.all : filter.any).flatMap(leavesOf)
}

/** For tests and for a new draft: everything of one source, counted only. */
export const emptyCriteria = (integrationId: string): Criteria => ({
  integration_id: integrationId,
  sub_account: null,
  match_on: 'contact_or_opportunity',
  filter: { all: [] },
  since: null,
  future_only: false,
  type_of_data: 'COUNTS',
  record_types: [...recordTypes],
  fields: [],
  purpose: 'marketing measurement',
  allow_audiences: false,
  allow_export: false,
  on_leave: 'withdraw_pii',
  retention_days_after_end: 0,
})
