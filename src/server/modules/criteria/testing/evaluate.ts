// What criteria share, computed record by record in plain TypeScript. Tests compare the queries of the product with it.
import { isLeaf, type Criteria, type Filter, type Leaf } from '#contract/criteria/criteria.ts'
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
const textOf = (value: string | number | boolean | null | undefined): string => comparable(value == null ? '' : String(value))

const fieldText = (record: PlainRecord, name: string): string => {
  if (name === 'source') return textOf(record.source)
  return textOf(Object.hasOwn(record.fields, name) ? record.fields[name] : null)
}

const setOnly = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null && isSet(id)) as string[]

/**
 * What a record has for a field of the filter. Tags and lists are one set for each contact, since one contact has to
 * have all tags of `has_all`.
 */
const valuesOf = (leaf: Leaf, { record, contacts, opportunities, lists }: View): string[][] => {
  switch (leaf.field) {
    case 'tag':
      return contacts.map((contact) => contact.tags.map(comparable).filter((tag) => tag !== ''))
    case 'list':
      return contacts.map((contact) => Object.keys(lists).filter((list) => lists[list]?.includes(contact.id)))
    case 'pipeline':
      return [setOnly(opportunities.map(({ pipelineId }) => pipelineId))]
    case 'stage':
      return [setOnly(opportunities.map(({ stageId }) => stageId))]
    case 'owner':
      return [setOnly([record.ownerId])]
    case 'source_field':
      return [[fieldText(record, leaf.name ?? '')].filter((text) => text !== '')]
    case 'integration':
      return [[record.integrationId]]
    case 'record_id':
      return [[record.id]]
    case 'created_since':
      return [[record.createdAt.slice(0, 10)]]
  }
}

const isText = ({ field }: Leaf): boolean => field === 'tag' || field === 'source_field'

const opposites = { has_none: 'has_any', not_in: 'in', is_not_set: 'is_set' } as const

const holds = (leaf: Leaf, view: View): boolean => {
  if (leaf.op === 'has_none' || leaf.op === 'not_in' || leaf.op === 'is_not_set') {
    return !holds({ ...leaf, op: opposites[leaf.op] }, view)
  }
  const wanted = isText(leaf) ? (leaf.values ?? []).map(comparable) : (leaf.values ?? [])
  const sets = valuesOf(leaf, view)
  switch (leaf.op) {
    case 'is_set':
      return sets.some((set) => set.length > 0)
    case 'has_any':
    case 'in':
      return sets.some((set) => wanted.some((value) => set.includes(value)))
    case 'has_all':
      return sets.some((set) => wanted.every((value) => set.includes(value)))
    case 'contains':
      return sets.flat().some((value) => wanted.some((part) => value.includes(part)))
    case '>=':
      return sets.flat().some((day) => wanted.every((limit) => day >= limit))
    case '<=':
      return sets.flat().some((day) => wanted.every((limit) => day <= limit))
  }
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

/**
 * Everything that criteria share of some data. An excluded record brings no other with it. Sub accounts are the
 * caller's: a record does not name its own.
 */
export const evaluate = (criteria: Criteria, data: PlainData, sharing: Sharing = {}): Shared => {
  const { lists } = data
  const contacts = data.contacts.filter(isLiveContact)
  const opportunities = data.opportunities.filter(isLiveOpportunity)
  const excluded = excludedOf(data, sharing)
  const shared = { contacts: new Set<string>(), opportunities: new Set<string>() }

  if (criteria.match_on !== 'opportunity') {
    for (const record of contacts) {
      const own = opportunities.filter(({ contactIds }) => contactIds.includes(record.id))
      const view = { record, contacts: [record], opportunities: own, lists }
      if (excluded.contacts.has(record.id) || !isMatch(criteria, view, sharing.acceptedAt)) continue
      shared.contacts.add(record.id)
      for (const { id } of own) shared.opportunities.add(id)
    }
  }
  if (criteria.match_on !== 'contact') {
    for (const record of opportunities) {
      const own = contacts.filter(({ id }) => record.contactIds.includes(id))
      const view = { record, contacts: own, opportunities: [record], lists }
      if (excluded.opportunities.has(record.id) || !isMatch(criteria, view, sharing.acceptedAt)) continue
      shared.opportunities.add(record.id)
      for (const { id } of own) shared.contacts.add(id)
    }
  }
  return {
    contacts: [...shared.contacts.difference(excluded.contacts)].toSorted(),
    opportunities: [...shared.opportunities.difference(excluded.opportunities)].toSorted(),
  }
}
