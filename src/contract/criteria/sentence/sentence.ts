// Criteria as a sentence that people read before they agree. Reading it back gives the same criteria.
import { isLeaf, recordTypes, type Criteria, type Filter, type Leaf } from '../criteria.ts'
import { dayInWords } from '../days.ts'
import { catalogueFields, customFieldOf, fieldLabel, sortFields } from '../fields.ts'
import { comparable, simplify } from '../text.ts'
import {
  acceptance,
  everyone,
  isNamed,
  isWhose,
  leaveWords,
  levelWords,
  matchWords,
  namedPhrases,
  noFields,
  noOne,
  notThose,
  opportunityField,
  permissionWords,
  phrases,
  quote,
  recordWords,
  retentionWords,
  writeId,
  writeName,
  writeReference,
  writeValue,
  type Names,
} from './words.ts'

/** A part of a sentence. Values are set in bold. */
export interface Segment {
  text: string
  isValue: boolean
}

export interface Sentence {
  segments: Segment[]
  text: string
}

const plain = (text: string): Segment => ({ text, isValue: false })
const bold = (text: string): Segment => ({ text, isValue: true })

/** "A, B or C" */
const listed = (items: readonly Segment[], conjunction: 'or' | 'and'): Segment[] =>
  items.flatMap((item, index) => {
    if (index === 0) return [item]
    return [plain(index === items.length - 1 ? ` ${conjunction} ` : ', '), item]
  })

const merged = (segments: readonly Segment[]): Segment[] => {
  const result: Segment[] = []
  for (const segment of segments) {
    const last = result.at(-1)
    if (last !== undefined && !last.isValue && !segment.isValue) last.text += segment.text
    else if (segment.text !== '') result.push({ ...segment })
  }
  return result
}

const textOf = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join('')

const chosenWords = (count: number): string => (count === 1 ? 'one chosen contact' : `one of ${count} chosen contacts`)

/** A value of a condition, as the sentence names it. */
export const valueWords = ({ field }: Leaf, value: string, names: Names): string => {
  if (isNamed(field)) return writeReference(names, field, value)
  if (field === 'created_since') return dayInWords(value)
  if (field === 'record_id' && names.hidesRecords) return chosenWords(1)
  return field === 'record_id' ? writeId(value) : writeValue(value)
}

const valuesOf = (leaf: Leaf, names: Names): Segment[] =>
  listed(
    (leaf.values ?? []).map((value) => bold(valueWords(leaf, value, names))),
    leaf.op === 'has_all' ? 'and' : 'or',
  )

/** For a reader who must not get their ids. */
const hiddenRecordsWords = ({ op, values = [] }: Leaf): Segment[] => [
  plain(op === 'in' ? 'are ' : 'are not '),
  bold(chosenWords(values.length)),
]

const leafWords = (leaf: Leaf, names: Names): Segment[] => {
  if (leaf.field === 'record_id' && names.hidesRecords) return hiddenRecordsWords(leaf)
  if (isWhose(leaf)) {
    const phrase = namedPhrases.find(({ op }) => op === leaf.op)?.text ?? ''
    return [bold(writeName(leaf.name ?? '')), plain(phrase), ...valuesOf(leaf, names)]
  }
  const phrase = phrases.find(({ field, op }) => field === leaf.field && op === leaf.op)?.text ?? ''
  return [plain(phrase), ...valuesOf(leaf, names)]
}

const isWho = (filter: Filter | undefined): boolean =>
  filter !== undefined && (isLeaf(filter) ? !isWhose(filter) : 'not' in filter)

const itemWords = (filter: Filter, previous: Filter | undefined, names: Names): Segment[] => {
  const who = isWho(previous) ? '' : 'who '
  if (isLeaf(filter)) return [plain(isWhose(filter) ? 'whose ' : who), ...leafWords(filter, names)]
  if ('not' in filter) return [plain(`${who}${notThose}`), ...conditionWords(filter.not, names), plain(')')]
  return [plain('('), ...conditionWords(filter, names), plain(')')]
}

const conditionWords = (filter: Filter, names: Names): Segment[] => {
  if (isLeaf(filter) || 'not' in filter) return itemWords(filter, undefined, names)
  const [children, conjunction] = 'all' in filter ? [filter.all, ', and '] : [filter.any, ', or ']
  return children.flatMap((child, index) => [
    plain(index === 0 ? '' : conjunction),
    ...itemWords(child, children[index - 1], names),
  ])
}

/** The filter alone, as "who came from Meta, or are in Implants". */
export const conditionOf = (filter: Filter, names: Names): Segment[] => merged(conditionWords(simplify(filter), names))

const isTag = (filter: Filter | undefined): filter is Leaf => filter !== undefined && isLeaf(filter) && filter.field === 'tag'

/** "people tagged northlight who came from Meta": tags at the beginning need no "who". */
const peopleWords = (filter: Filter, names: Names): Segment[] => {
  const [first, ...rest] = 'all' in filter ? filter.all : [filter]
  if (first === undefined) return [plain(everyone)]
  if ('any' in filter && filter.any.length === 0) return [plain(noOne)]
  if (!isTag(first)) return [plain('people '), ...conditionWords(filter, names)]
  const tagged = [plain(first.op === 'has_none' ? 'people not tagged ' : 'people tagged '), ...valuesOf(first, names)]
  if (rest.length === 0) return tagged
  return [...tagged, plain(' '), ...conditionWords(simplify({ all: rest }), names)]
}

const createdWords = ({ since, future_only }: Criteria): Segment[] => {
  const after = future_only ? acceptance : ''
  if (since === null) return [plain(future_only ? `, created ${after}` : '')]
  return [plain(', created since '), bold(dayInWords(since)), plain(future_only ? ` and ${after}` : '')]
}

const catalogueWords = new Set(catalogueFields.map((field) => fieldLabel(field).toLowerCase()))

const fieldWords = (field: string): string => {
  const custom = customFieldOf(field)
  if (custom === undefined) return fieldLabel(field).toLowerCase()
  const name = writeValue(custom.name)
  if (custom.of === 'opportunity') return `${opportunityField}${name}`
  const isTaken =
    catalogueWords.has(comparable(name)) || comparable(name).startsWith(opportunityField.trim()) || name === noFields
  return isTaken ? quote(custom.name) : name
}

const levelOf = ({ type_of_data, fields }: Criteria): Segment[] => {
  if (type_of_data !== 'FIELDS') return [plain(`, ${levelWords[type_of_data]}.`)]
  const list = fields.length === 0 ? [plain(noFields)] : sortFields(fields).map((field) => plain(fieldWords(field)))
  return [plain(`, ${levelWords.FIELDS}`), ...listed(list, 'and'), plain('.')]
}

const sourceOf = ({ integration_id, sub_account }: Criteria, names: Names): Segment[] => [
  plain(' Source: '),
  bold(writeReference(names, 'integration', integration_id)),
  ...(sub_account === null ? [] : [plain(', account '), bold(writeValue(sub_account))]),
  plain('. '),
]

const termsOf = (criteria: Criteria): Segment[] => {
  const records = recordTypes.filter((type) => criteria.record_types.includes(type)).map((type) => plain(recordWords[type]))
  return [
    plain(`${matchWords[criteria.match_on]} Records: `),
    ...listed(records, 'and'),
    plain('. Purpose: '),
    bold(writeValue(criteria.purpose)),
    plain(
      `. ${permissionWords(criteria.allow_audiences, criteria.allow_export)} ${leaveWords[criteria.on_leave]} ${retentionWords}`,
    ),
  ]
}

/** Criteria that are valid, in English: first who and what is shared, then the terms. */
export const sentenceOf = (criteria: Criteria, names: Names): Sentence => {
  const segments = merged([
    plain(`${names.company} shares `),
    ...peopleWords(simplify(criteria.filter), names),
    ...createdWords(criteria),
    ...levelOf(criteria),
    ...sourceOf(criteria, names),
    ...termsOf(criteria),
  ])
  return { segments, text: textOf(segments) }
}
