// What criteria share, computed record by record in plain TypeScript. Tests compare the queries of the product with it.
import { isLeaf, type Criteria, type Filter, type Leaf, type LeafField, type Operator } from '#contract/criteria/criteria.ts'
import { comparable } from '#contract/criteria/text.ts'

interface PlainRecord {
  id: string
  integrationId: string
  source: string | null
  ownerId: string | null
  fields: Readonly<Record<string, string | number | boolean | null>>
  /** ISO 8601 in UTC, as `2026-03-01T10:00:00.000Z`. */
  createdAt: string
  isDeleted: boolean
}

export interface PlainContact extends PlainRecord {
  tags: readonly string[]
  mergedInto: string | null
}

export interface PlainOpportunity extends PlainRecord {
  pipelineId: string | null
  stageId: string | null
  contactIds: readonly string[]
}

export interface PlainData {
  contacts: readonly PlainContact[]
  opportunities: readonly PlainOpportunity[]
  /** The ids of the contacts of each list, by the id of the list. */
  lists: Readonly<Record<string, readonly string[]>>
}

export interface Sharing {
  /** When the agency accepted, for `future_only`. Without it nothing is new enough. */
  acceptedAt?: string | undefined
  exclusionTag?: string | undefined
  /** Ids of contacts and opportunities that are never shared. */
  excludedIds?: readonly string[] | undefined
}

/** The ids of what is shared, sorted. */
export interface Shared {
  contacts: string[]
  opportunities: string[]
}

/** A record with the live records around it. */
interface View {
  record: PlainContact | PlainOpportunity
  contacts: readonly PlainContact[]
  opportunities: readonly PlainOpportunity[]
  lists: PlainData['lists']
}

const isLiveContact = (contact: PlainContact): boolean => !contact.isDeleted && contact.mergedInto === null
const isLiveOpportunity = (opportunity: PlainOpportunity): boolean => !opportunity.isDeleted

const isSet = (text: string): boolean => comparable(text) !== ''
const textOf = (value: string | number | boolean | null | undefined): string => comparable(String(value ?? ''))

const fieldText = (record: PlainRecord, name: string): string => {
  if (name === 'source') return textOf(record.source)
  return textOf(Object.hasOwn(record.fields, name) ? record.fields[name] : null)
}

const setOnly = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null && isSet(id)) as string[]

type ValuesOf = (view: View, leaf: Leaf) => string[][]

/**
 * What a record has for a field of the filter. Tags and lists are one set for each contact, since one contact has to
 * have all tags of `has_all`.
 */
const valuesOf: Record<LeafField, ValuesOf> = {
  tag: ({ contacts }) => contacts.map(({ tags }) => tags.map(comparable).filter((tag) => tag !== '')),
  list: ({ contacts, lists }) => contacts.map(({ id }) => Object.keys(lists).filter((list) => lists[list]?.includes(id))),
  pipeline: ({ opportunities }) => [setOnly(opportunities.map(({ pipelineId }) => pipelineId))],
  stage: ({ opportunities }) => [setOnly(opportunities.map(({ stageId }) => stageId))],
  owner: ({ record }) => [setOnly([record.ownerId])],
  source_field: ({ record }, { name }) => [setOnly([fieldText(record, name ?? '')])],
  integration: ({ record }) => [[record.integrationId]],
  record_id: ({ record }) => [[record.id]],
  created_since: ({ record }) => [[record.createdAt.slice(0, 10)]],
}

type Test = (set: readonly string[], wanted: readonly string[]) => boolean

const hasAny: Test = (set, wanted) => wanted.some((value) => set.includes(value))
const hasValue: Test = (set) => set.length > 0

/** Holds for one of the sets; the operators of `opposites` for none. */
const tests: Record<Operator, Test> = {
  has_any: hasAny,
  in: hasAny,
  is_set: hasValue,
  has_none: hasAny,
  not_in: hasAny,
  is_not_set: hasValue,
  has_all: (set, wanted) => wanted.every((value) => set.includes(value)),
  contains: (set, wanted) => set.some((value) => wanted.some((part) => value.includes(part))),
  '>=': (set, wanted) => set.some((day) => wanted.every((limit) => day >= limit)),
  '<=': (set, wanted) => set.some((day) => wanted.every((limit) => day <= limit)),
}

const opposites: ReadonlySet<Operator> = new Set(['has_none', 'not_in', 'is_not_set'])

const holds = (leaf: Leaf, view: View): boolean => {
  const { field, op, values = [] } = leaf
  const wanted = field === 'tag' || field === 'source_field' ? values.map(comparable) : values
  const isFound = valuesOf[field](view, leaf).some((set) => tests[op](set, wanted))
  return opposites.has(op) ? !isFound : isFound
}

/** Whether a record matches a filter; no condition at all matches every record. */
const matches = (filter: Filter, view: View): boolean => {
  if (isLeaf(filter)) return holds(filter, view)
  if ('all' in filter) return filter.all.every((child) => matches(child, view))
  if ('any' in filter) return filter.any.some((child) => matches(child, view))
  return !matches(filter.not, view)
}

const isNewEnough = ({ since, future_only }: Criteria, { createdAt }: PlainRecord, acceptedAt: string | undefined): boolean => {
  if (since !== null && createdAt.slice(0, 10) < since) return false
  return !future_only || (acceptedAt !== undefined && Date.parse(createdAt) >= Date.parse(acceptedAt))
}

const isMatch = (criteria: Criteria, view: View, acceptedAt: string | undefined): boolean =>
  view.record.integrationId === criteria.integration_id &&
  isNewEnough(criteria, view.record, acceptedAt) &&
  matches(criteria.filter, view)

interface Excluded {
  contacts: ReadonlySet<string>
  opportunities: ReadonlySet<string>
}

/** What is never shared. A contact that was deleted or merged still excludes its opportunities. */
const excludedOf = (data: PlainData, { exclusionTag, excludedIds }: Sharing): Excluded => {
  const tag = comparable(exclusionTag ?? '')
  const listed = new Set(excludedIds)
  const isTagged = ({ tags }: PlainContact): boolean => tag !== '' && tags.some((own) => comparable(own) === tag)
  const contacts = new Set(data.contacts.filter((contact) => listed.has(contact.id) || isTagged(contact)).map(({ id }) => id))
  const isExcluded = ({ id, contactIds }: PlainOpportunity): boolean =>
    listed.has(id) || contactIds.some((own) => contacts.has(own))
  return { contacts, opportunities: new Set(data.opportunities.filter(isExcluded).map(({ id }) => id)) }
}

const viewsOf = ({ match_on }: Criteria, { lists, ...data }: PlainData): View[] => {
  const contacts = data.contacts.filter(isLiveContact)
  const opportunities = data.opportunities.filter(isLiveOpportunity)
  const ofContacts = contacts.map((record) => {
    const own = opportunities.filter(({ contactIds }) => contactIds.includes(record.id))
    return { record, contacts: [record], opportunities: own, lists }
  })
  const ofOpportunities = opportunities.map((record) => {
    const own = contacts.filter(({ id }) => record.contactIds.includes(id))
    return { record, contacts: own, opportunities: [record], lists }
  })
  return [...(match_on === 'opportunity' ? [] : ofContacts), ...(match_on === 'contact' ? [] : ofOpportunities)]
}

const idsWithout = (records: readonly PlainRecord[], excluded: ReadonlySet<string>): string[] =>
  [...new Set(records.map(({ id }) => id))].filter((id) => !excluded.has(id)).toSorted()

/**
 * Everything that criteria share of some data. An excluded record brings no other with it. Sub accounts are the
 * caller's: a record does not name its own.
 */
export const evaluate = (criteria: Criteria, data: PlainData, sharing: Sharing = {}): Shared => {
  const excluded = excludedOf(data, sharing)
  const isExcluded = ({ id }: PlainRecord): boolean => excluded.contacts.has(id) || excluded.opportunities.has(id)
  const found = viewsOf(criteria, data)
    .filter(({ record }) => !isExcluded(record))
    .filter((view) => isMatch(criteria, view, sharing.acceptedAt))
  return {
    contacts: idsWithout(
      found.flatMap(({ contacts }) => contacts),
      excluded.contacts,
    ),
    opportunities: idsWithout(
      found.flatMap(({ opportunities }) => opportunities),
      excluded.opportunities,
    ),
  }
}
