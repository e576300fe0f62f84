// Reads criteria from the sentence about them, to prove that the sentence says all of it.
import { recordTypes, type Criteria, type Filter, type Leaf } from '../criteria.ts'
import { dayFromWords } from '../days.ts'
import { catalogueFields, customFieldKey, fieldLabel } from '../fields.ts'
import { simplify } from '../text.ts'
import { SentenceReader } from './reader.ts'
import {
  acceptance,
  endingWords,
  everyone,
  idsNamed,
  isNamed,
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
  recordWords,
  retentionWords,
  type NamedField,
  type Names,
} from './words.ts'

const keyOf = <K extends string>(reader: SentenceReader, words: Record<K, string>): K => {
  const entries = Object.entries<string>(words) as [K, string][]
  return entries.find(([, text]) => reader.take(text))?.[0] ?? reader.fail()
}

interface Listed<T> {
  items: T[]
  conjunction: 'or' | 'and'
}

/** After values, these words begin the next part of the sentence; a value with one of them at its beginning is quoted. */
const partWords: ReadonlySet<string> = new Set(['created', 'with', 'as'])

const isItemNext = (reader: SentenceReader, endings: ReadonlySet<string>): boolean => {
  const next = reader.wordAfter(', ')?.toLowerCase()
  return next === undefined ? reader.isNext(', "') || reader.isNext(', #') : !endings.has(next)
}

/** "A, B or C" */
const readList = <T>(reader: SentenceReader, readItem: () => T, endings: ReadonlySet<string> = new Set()): Listed<T> => {
  const items = [readItem()]
  while (isItemNext(reader, endings)) {
    reader.expect(', ')
    items.push(readItem())
  }
  const conjunction = (['or', 'and'] as const).find((word) => reader.take(` ${word} `))
  if (conjunction !== undefined) items.push(readItem())
  else if (items.length > 1) reader.fail()
  return { items, conjunction: conjunction ?? 'or' }
}

const readReference = (reader: SentenceReader, field: NamedField, names: Names): string => {
  if (reader.isNext('#')) return reader.id()
  const name = reader.value()
  if (reader.isNext(' #')) {
    reader.expect(' ')
    return reader.id()
  }
  const [id, ...others] = idsNamed(names, field, name)
  return id === undefined || others.length > 0 ? reader.fail() : id
}

const readDay = (reader: SentenceReader): string => dayFromWords(reader.value()) ?? reader.fail()

const readValue = (reader: SentenceReader, field: Leaf['field'], names: Names): string => {
  if (isNamed(field)) return readReference(reader, field, names)
  if (field === 'created_since') return readDay(reader)
  return field === 'record_id' ? reader.id() : reader.value()
}

const readValues = (reader: SentenceReader, leaf: Leaf, names: Names): Leaf => {
  const { items, conjunction } = readList(reader, () => readValue(reader, leaf.field, names), partWords)
  if (conjunction === 'or') return { ...leaf, values: items }
  return leaf.op === 'has_any' ? { ...leaf, op: 'has_all', values: items } : reader.fail()
}

const readWhose = (reader: SentenceReader, names: Names): Leaf => {
  const name = reader.value(new Set([...endingWords, 'is', 'contains']))
  const { op, text } = namedPhrases.find((phrase) => reader.takePhrase(phrase.text)) ?? reader.fail()
  const leaf: Leaf = { field: 'source_field', name, op }
  return text.endsWith(' ') ? readValues(reader, leaf, names) : leaf
}

const readWho = (reader: SentenceReader, names: Names): Filter => {
  if (reader.take(notThose)) {
    const not = readCondition(reader, names)
    reader.expect(')')
    return { not }
  }
  const { field, op, text } = phrases.find((phrase) => reader.takePhrase(phrase.text)) ?? reader.fail()
  const leaf: Leaf = field === 'source_field' ? { field, name: 'source', op } : { field, op }
  return text.endsWith(' ') ? readValues(reader, leaf, names) : leaf
}

const readItem = (reader: SentenceReader, names: Names): Filter => {
  if (reader.take('(')) {
    const group = readCondition(reader, names)
    reader.expect(')')
    return group
  }
  if (reader.take('whose ')) return readWhose(reader, names)
  reader.take('who ')
  return readWho(reader, names)
}

const readCondition = (reader: SentenceReader, names: Names): Filter => {
  const first = readItem(reader, names)
  const conjunction = [', and ', ', or '].find((text) => reader.isNext(text))
  if (conjunction === undefined) return first
  const items = [first]
  while (reader.take(conjunction)) items.push(readItem(reader, names))
  return conjunction === ', and ' ? { all: items } : { any: items }
}

const readPeople = (reader: SentenceReader, names: Names): Filter => {
  if (reader.take(everyone)) return { all: [] }
  if (reader.take(noOne)) return { any: [] }
  reader.expect('people ')
  const op = reader.take('tagged ') ? 'has_any' : reader.take('not tagged ') && 'has_none'
  if (op === false) return readCondition(reader, names)
  const tagged = readValues(reader, { field: 'tag', op }, names)
  return reader.take(' ') ? { all: [tagged, readCondition(reader, names)] } : tagged
}

const readCreated = (reader: SentenceReader): Pick<Criteria, 'since' | 'future_only'> => {
  if (reader.take(`, created ${acceptance}`)) return { since: null, future_only: true }
  if (!reader.take(', created since ')) return { since: null, future_only: false }
  return { since: readDay(reader), future_only: reader.take(` and ${acceptance}`) }
}

const fieldByWords = new Map(catalogueFields.map((field) => [fieldLabel(field).toLowerCase(), field]))

const readField = (reader: SentenceReader): string => {
  if (reader.take(opportunityField)) return customFieldKey({ of: 'opportunity', name: reader.value() })
  const inQuotes = reader.quoted()
  if (inQuotes !== undefined) return customFieldKey({ of: 'contact', name: inQuotes })
  const name = reader.value()
  return fieldByWords.get(name) ?? customFieldKey({ of: 'contact', name })
}

const readLevel = (reader: SentenceReader): Pick<Criteria, 'type_of_data' | 'fields'> => {
  reader.expect(', ')
  const type_of_data = keyOf(reader, levelWords)
  const isChosen = type_of_data === 'FIELDS' && !reader.take(noFields)
  const fields = isChosen ? readList(reader, () => readField(reader)).items : []
  reader.expect('. ')
  return { type_of_data, fields }
}

const readSource = (reader: SentenceReader, names: Names): Pick<Criteria, 'integration_id' | 'sub_account'> => {
  reader.expect('Source: ')
  const integration_id = readReference(reader, 'integration', names)
  const sub_account = reader.take(', account ') ? reader.value() : null
  reader.expect('. ')
  return { integration_id, sub_account }
}

const readRecords = (reader: SentenceReader): Criteria['record_types'] => {
  reader.expect(' Records: ')
  const words = readList(reader, () => reader.value()).items
  reader.expect('. ')
  return recordTypes.filter((type) => words.includes(recordWords[type]))
}

const readPurpose = (reader: SentenceReader): string => {
  reader.expect('Purpose: ')
  const purpose = reader.value()
  reader.expect('. ')
  return purpose
}

const readPermissions = (reader: SentenceReader): Pick<Criteria, 'allow_audiences' | 'allow_export'> => {
  const [yes, no] = [true, false]
  const pairs = [yes, no].flatMap((audiences) => [yes, no].map((exports) => ({ audiences, exports })))
  const found = pairs.find(({ audiences, exports }) => reader.take(`${permissionWords(audiences, exports)} `)) ?? reader.fail()
  return { allow_audiences: found.audiences, allow_export: found.exports }
}

/** The reverse of `sentenceOf`, for the same names. Throws if a text is no such sentence. */
export const parseSentence = (text: string, names: Names): Criteria => {
  const reader = new SentenceReader(text)
  reader.expect(`${names.company} shares `)
  const criteria: Criteria = {
    filter: simplify(readPeople(reader, names)),
    ...readCreated(reader),
    ...readLevel(reader),
    ...readSource(reader, names),
    match_on: keyOf(reader, matchWords),
    record_types: readRecords(reader),
    purpose: readPurpose(reader),
    ...readPermissions(reader),
    on_leave: keyOf(reader, leaveWords),
    retention_days_after_end: 0,
  }
  reader.expect(` ${retentionWords}`)
  return reader.isAtEnd ? criteria : reader.fail()
}
