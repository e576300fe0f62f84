// The words of the sentence about criteria. Writing and reading use the same tables, so that one is the reverse of the other.
import type { Criteria, Leaf, LeafField, Operator, TypeOfData } from '../criteria.ts'

/** What the ids in criteria are called. An id without a name is shown as it is. */
export interface Names {
  company: string
  pipeline: Readonly<Record<string, string>>
  stage: Readonly<Record<string, string>>
  list: Readonly<Record<string, string>>
  owner: Readonly<Record<string, string>>
  integration: Readonly<Record<string, string>>
  /** The reader must not get the ids of the company's records. */
  hidesRecords?: boolean
}

export type NamedField = Exclude<keyof Names, 'company' | 'hidesRecords'>
export const isNamed = (field: LeafField): field is NamedField => field in namedFields
const namedFields: Record<NamedField, true> = { pipeline: true, stage: true, list: true, owner: true, integration: true }

export interface Phrase {
  field: LeafField
  op: Operator
  /** After "who". A space at the end means that values follow. */
  text: string
}

/** Conditions after "who". A phrase that begins like another one comes before it. */
export const phrases: readonly Phrase[] = [
  { field: 'tag', op: 'has_any', text: 'are tagged ' },
  { field: 'tag', op: 'has_all', text: 'are tagged ' },
  { field: 'tag', op: 'has_none', text: 'are not tagged ' },
  { field: 'source_field', op: 'in', text: 'came from ' },
  { field: 'source_field', op: 'not_in', text: 'did not come from ' },
  { field: 'source_field', op: 'contains', text: 'have a source that contains ' },
  { field: 'source_field', op: 'is_set', text: 'have a source' },
  { field: 'source_field', op: 'is_not_set', text: 'have no source' },
  { field: 'pipeline', op: 'is_set', text: 'are in any pipeline' },
  { field: 'pipeline', op: 'is_not_set', text: 'are in no pipeline' },
  { field: 'stage', op: 'is_set', text: 'are in any stage' },
  { field: 'stage', op: 'is_not_set', text: 'are in no stage' },
  { field: 'stage', op: 'in', text: 'are in stage ' },
  { field: 'stage', op: 'not_in', text: 'are not in stage ' },
  { field: 'pipeline', op: 'in', text: 'are in ' },
  { field: 'pipeline', op: 'not_in', text: 'are not in ' },
  { field: 'list', op: 'is_set', text: 'are on any list' },
  { field: 'list', op: 'is_not_set', text: 'are on no list' },
  { field: 'list', op: 'in', text: 'are on the list ' },
  { field: 'list', op: 'not_in', text: 'are not on the list ' },
  { field: 'owner', op: 'is_set', text: 'have an owner' },
  { field: 'owner', op: 'is_not_set', text: 'have no owner' },
  { field: 'owner', op: 'in', text: 'are owned by ' },
  { field: 'owner', op: 'not_in', text: 'are not owned by ' },
  { field: 'integration', op: 'in', text: 'are synced from ' },
  { field: 'integration', op: 'not_in', text: 'are not synced from ' },
  { field: 'record_id', op: 'in', text: 'are the record ' },
  { field: 'record_id', op: 'not_in', text: 'are not the record ' },
  { field: 'created_since', op: '>=', text: 'were created on or after ' },
  { field: 'created_since', op: '<=', text: 'were created on or before ' },
]

/** Conditions about another field of the CRM, after "whose" and its name. */
export const namedPhrases: readonly Omit<Phrase, 'field'>[] = [
  { op: 'is_set', text: ' is set' },
  { op: 'is_not_set', text: ' is not set' },
  { op: 'not_in', text: ' is not ' },
  { op: 'in', text: ' is ' },
  { op: 'contains', text: ' contains ' },
]

export const isWhose = ({ field, name }: Leaf): boolean => field === 'source_field' && name !== 'source'

/** These end a value wherever they are, so that a value with one of them is quoted. */
export const endingWords: ReadonlySet<string> = new Set(['or', 'and', 'who', 'whose'])
/** These begin what can follow instead of a value. */
const openingWords: ReadonlySet<string> = new Set(['any', 'no', 'not', 'set', 'stage', 'created', 'with', 'as'])
const nameWords: ReadonlySet<string> = new Set(['is', 'contains'])

const plainWord = /^[^\s,()"\p{C}\p{Z}]*[^\s,()".\p{C}\p{Z}]$/u
const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu

const escapeUnits = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** In quotes; characters that nobody sees are spelled out, as they could make a sentence look like another one. */
export const quote = (value: string): string => JSON.stringify(value).replaceAll(invisible, escapeUnits)

const isPlain = (value: string): boolean => {
  const words = value.split(' ')
  if (openingWords.has(words[0]?.toLowerCase() ?? '')) return false
  return words.every((word) => plainWord.test(word) && !word.startsWith('#') && !endingWords.has(word.toLowerCase()))
}

/** A value as it stands in the sentence: in quotes only if it could be read as something else. */
export const writeValue = (value: string): string => (isPlain(value) ? value : quote(value))

export const writeName = (name: string): string =>
  isPlain(name) && !name.split(' ').some((word) => nameWords.has(word.toLowerCase())) ? name : quote(name)

export const writeId = (id: string): string => `#${plainWord.test(id) ? id : quote(id)}`

export const idsNamed = (names: Names, field: NamedField, name: string): string[] =>
  Object.entries(names[field]).flatMap(([id, known]) => (known === name ? [id] : []))

/** By name if only one has it. */
export const writeReference = (names: Names, field: NamedField, id: string): string => {
  const name = Object.hasOwn(names[field], id) ? (names[field][id] ?? '') : ''
  if (name.trim() === '') return writeId(id)
  return idsNamed(names, field, name).length === 1 ? writeValue(name) : `${writeValue(name)} ${writeId(id)}`
}

export const everyone = 'all people'
export const noOne = 'no people'
export const notThose = 'are not those ('
export const acceptance = 'after the agency accepts'
export const noFields = 'no fields'
export const opportunityField = 'opportunity field '

export const typeOfDataLabels: Record<TypeOfData, string> = {
  COUNTS: 'Counts',
  OUTCOMES: 'Outcomes',
  BASIC: 'Basic',
  FIELDS: 'Chosen fields',
}

/** The fields of FIELDS follow theirs. */
export const levelWords: Record<TypeOfData, string> = {
  COUNTS: 'as totals only, groups under 5 hidden',
  OUTCOMES: 'as rows without names, with source, pipeline, stage, outcome, amount and dates',
  BASIC: 'with name, email, phone, source, pipeline, stage, outcome, amount and dates',
  FIELDS: 'with these fields only: ',
}

export const matchWords: Record<Criteria['match_on'], string> = {
  contact: 'Contacts are matched, and their opportunities are shared with them.',
  opportunity: 'Opportunities are matched, and their contacts are shared with them.',
  contact_or_opportunity: 'Contacts and opportunities are matched, and each is shared with those it belongs to.',
}

export const recordWords: Record<Criteria['record_types'][number], string> = {
  contact: 'contacts',
  opportunity: 'opportunities',
  stage_event: 'stage history',
  touch: 'touchpoints',
}

export const leaveWords: Record<Criteria['on_leave'], string> = {
  withdraw_pii: 'When someone no longer matches, their name and contact details are withdrawn and the outcome stays.',
  remove: 'When someone no longer matches, everything about them is removed.',
}

const allowed = (isAllowed: boolean): string => (isAllowed ? 'allowed' : 'not allowed')

export const permissionWords = (audiences: boolean, exports: boolean): string =>
  `Audiences ${allowed(audiences)}, exports ${allowed(exports)}.`

export const retentionWords = 'Deleted as soon as sharing ends.'
