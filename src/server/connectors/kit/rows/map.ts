// Maps one row of a table: a contact, and an opportunity if the row mentions one.
import { createHash } from 'node:crypto'
import { identifyingFields, syncFieldNames, type SyncField } from '#contract/syncs/sync-settings.ts'
import type { ContactRecord, FieldValue, OpportunityRecord } from '../records.ts'
import { amountOf, currencyOf, textOrNull } from '../text.ts'
import { readAmount } from './values/amounts.ts'
import { readDate, type ReadDate } from './values/dates.ts'
import { idOfValue, type Mention } from './book.ts'
import { outcomeOf } from './values/outcomes.ts'
import type { Column } from './columns.ts'
import { quoted, RowRefusal } from './refusal.ts'
import type { Rules } from './rules.ts'
import { touchOf } from './touch.ts'

export interface Row {
  /** The position, for users: `row 17`. */
  place: string
  /** The row number, if the table has one. */
  number?: number
  /** The vendor's own id of it, if rows have one. */
  id?: string
  cells: ReadonlyMap<string, FieldValue>
  raw: unknown
}

export interface MappedRow {
  contact: ContactRecord
  opportunity: OpportunityRecord | null
  mention: Mention
  /** What was left empty or cut. */
  problems: readonly RowRefusal[]
}

const cellMax = 2000
const rowMax = 200_000

/** What a spreadsheet shows for a failed formula. */
const isFormulaError = (text: string): boolean => /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!)$/.test(text)

const cellOf = (rules: Rules, row: Row, field: SyncField): FieldValue => {
  const id = rules.map[field]
  return id === undefined ? null : (row.cells.get(id) ?? null)
}

const textOf = (rules: Rules, row: Row, field: SyncField): string | null => {
  const text = String(cellOf(rules, row, field) ?? '')
    .trim()
    .slice(0, cellMax)
  return text === '' || isFormulaError(text) ? null : text
}

export const columnOf = (rules: Rules, field: SyncField): Column => {
  const id = rules.map[field] ?? field
  return rules.columns.find((column) => column.id === id) ?? { id, name: syncFieldNames[field] }
}

const dateOf = (rules: Rules, row: Row, field: SyncField): ReadDate | null => {
  const cell = cellOf(rules, row, field)
  const read = readDate(cell, rules.dates)
  if (read === null || 'at' in read) return read
  const advice = read.code === 'ambiguous_date' ? '. Choose whether the day or the month comes first' : ''
  throw new RowRefusal(read.code, [columnOf(rules, field)], `${read.text}: ${quoted(cell)}${advice}`)
}

const namedCurrencyOf = (rules: Rules, row: Row): string | null => currencyOf(textOf(rules, row, 'currency'))
const readAmountOf = (rules: Rules, row: Row) => readAmount(cellOf(rules, row, 'amount'), namedCurrencyOf(rules, row))

/** The currency column wins over the sign next to the amount. */
const moneyOf = (rules: Rules, row: Row): Pick<OpportunityRecord, 'amount' | 'currency'> => {
  const read = readAmountOf(rules, row)
  const currency = namedCurrencyOf(rules, row) ?? read?.currency ?? null
  return { amount: amountOf(read?.amount, currency), currency }
}

const stageSinceOf = (rules: Rules, row: Row): Pick<OpportunityRecord, 'stageSince' | 'isStageSinceFromColumn'> => {
  const since = dateOf(rules, row, 'stage_changed_at')
  return since === null ? { stageSince: null } : { stageSince: since.at, isStageSinceFromColumn: true }
}

const emailOf = (rules: Rules, row: Row): string | null => textOf(rules, row, 'email')?.replace(/^mailto:/i, '') ?? null

/** Invalid values of email and phone columns are kept, but do not identify a contact. */
const identifierOf = (rules: Rules, row: Row): string | null => {
  const email = emailOf(rules, row) ?? ''
  if (email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email)) return email.toLowerCase()
  const phone = textOf(rules, row, 'phone') ?? ''
  const digits = phone.replaceAll(/\D/g, '')
  return phone.length <= 40 && digits.length >= 5 ? digits : null
}

const notOne = { email: "isn't an email address", phone: "isn't a phone number", row_key: "can't be read" } as const

/** Nothing in the row identifies the contact: each column that could is named, with its value. */
const refuseUnidentified = (rules: Rules, row: Row): never => {
  const fields = identifyingFields.filter((field) => rules.map[field] !== undefined)
  const columns = fields.map((field) => columnOf(rules, field))
  const problems = fields.map((field) => {
    const cell = cellOf(rules, row, field) ?? ''
    return String(cell).trim() === '' ? 'is empty' : `${notOne[field]}: ${quoted(cell)}`
  })
  const [first = 'is empty', ...others] = problems
  const text = [first, ...others.map((problem, index) => `${columns[index + 1]?.name} ${problem}`)].join(', and ')
  throw new RowRefusal('missing_identifier', columns, text)
}

const keyMax = 200
const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

/** Identifies a row over reads: its own id, the key column, or its contact and date. Never its position. */
const keyOf = (rules: Rules, row: Row): string => {
  const key = textOf(rules, row, 'row_key')
  const identifier = identifierOf(rules, row)
  if (key === null && identifier === null) return refuseUnidentified(rules, row)
  if (row.id !== undefined) return row.id
  if (key !== null) return key.length <= keyMax ? key : digestOf([key])
  return digestOf([identifier, dateOf(rules, row, 'created_at')?.day ?? ''])
}

const namesOf = (rules: Rules, row: Row): { firstName: string | null; lastName: string | null } => {
  const firstName = textOf(rules, row, 'first_name')
  const lastName = textOf(rules, row, 'last_name')
  const full = textOf(rules, row, 'full_name')
  if (firstName !== null || lastName !== null || full === null) return { firstName, lastName }
  const reversed = /^([^,]+),([^,]+)$/.exec(full)
  if (reversed) return { firstName: textOrNull(reversed[2]), lastName: textOrNull(reversed[1]) }
  const end = full.lastIndexOf(' ')
  return end < 0 ? { firstName: full, lastName: null } : { firstName: full.slice(0, end), lastName: full.slice(end + 1) }
}

const fieldsOf = ({ columns, map }: Rules, { cells }: Row): Record<string, FieldValue> => {
  const mapped = new Set(Object.values(map))
  const others = columns.filter(({ id }) => !mapped.has(id) && (cells.get(id) ?? '') !== '')
  return Object.fromEntries(
    others.map(({ id, name }) => {
      const value = cells.get(id) ?? null
      return [name, typeof value === 'string' ? value.slice(0, cellMax) : value]
    }),
  )
}

const tagsOf = (text: string | null): string[] =>
  text === null
    ? []
    : text
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter(Boolean)

const contactOf = (rules: Rules, row: Row, externalId: string): ContactRecord => {
  const text = (field: SyncField): string | null => textOf(rules, row, field)
  const createdAt = dateOf(rules, row, 'created_at')?.at ?? null
  const owner = text('owner')
  const touch = touchOf({ at: createdAt, source: text('source'), medium: text('medium'), campaign: text('campaign') })
  return {
    externalId,
    ...namesOf(rules, row),
    email: emailOf(rules, row),
    phone: text('phone'),
    company: text('company'),
    city: null,
    region: null,
    postalCode: null,
    country: null,
    source: text('source'),
    ownerId: owner === null ? null : idOfValue(owner),
    tags: tagsOf(text('tags')),
    fields: fieldsOf(rules, row),
    createdAt,
    updatedAt: null,
    touches: touch ? [touch] : [],
    raw: row.raw,
  }
}

/** Without a pipeline column there is one pipeline. */
const usualPipeline = 'default'
const dealFields: readonly SyncField[] = ['pipeline', 'stage', 'outcome', 'amount', 'closed_at']

const dealOf = (rules: Rules, row: Row, contact: ContactRecord, pipeline: string): OpportunityRecord => {
  const stage = textOf(rules, row, 'stage')
  const outcome = textOf(rules, row, 'outcome')
  return {
    externalId: contact.externalId,
    name: [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.company,
    ...moneyOf(rules, row),
    pipelineId: idOfValue(pipeline),
    stageId: stage === null ? null : idOfValue(stage),
    outcome: outcomeOf(outcome, stage, rules.words),
    outcomeReason: null,
    ownerId: contact.ownerId,
    source: contact.source,
    contactIds: [contact.externalId],
    createdAt: contact.createdAt,
    updatedAt: null,
    closedAt: dateOf(rules, row, 'closed_at')?.at ?? null,
    ...stageSinceOf(rules, row),
    fields: {},
    raw: row.raw,
  }
}

const amountProblem = (rules: Rules, row: Row): RowRefusal[] =>
  readAmountOf(rules, row) === undefined
    ? [
        new RowRefusal(
          'bad_amount',
          [columnOf(rules, 'amount')],
          `isn't an amount: ${quoted(cellOf(rules, row, 'amount'))}. We left it empty. Enter a plain number, such as 1234.50`,
        ),
      ]
    : []

/** Text that is longer than anything that users type into a cell. */
const cutProblems = ({ columns }: Rules, { cells }: Row): RowRefusal[] =>
  columns.flatMap(({ id, name }) => {
    const value = cells.get(id)
    const length = typeof value === 'string' ? value.trim().length : 0
    if (length <= cellMax) return []
    const [all, kept] = [length.toLocaleString('en'), cellMax.toLocaleString('en')]
    return [new RowRefusal('too_large', [{ id, name }], `has ${all} characters, and we kept the first ${kept}. Shorten it there`)]
  })

const sizeOf = (row: Row): number =>
  [...row.cells.values()].reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/** Throws a `RowRefusal` if the row cannot be saved. */
export const mapRow = (rules: Rules, row: Row): MappedRow => {
  if (sizeOf(row) > rowMax) throw new RowRefusal('too_large', [], 'This row has more text than we can store')
  const contact = contactOf(rules, row, keyOf(rules, row))
  const owner = textOf(rules, row, 'owner')
  const speaksOfDeal = dealFields.some((field) => textOf(rules, row, field) !== null)
  const problems = cutProblems(rules, row)
  if (!speaksOfDeal) return { contact, opportunity: null, mention: { pipeline: null, stage: null, owner }, problems }
  const pipeline = textOf(rules, row, 'pipeline') ?? usualPipeline
  const mention = { pipeline, stage: textOf(rules, row, 'stage'), owner }
  const opportunity = dealOf(rules, row, contact, pipeline)
  return { contact, opportunity, mention, problems: [...amountProblem(rules, row), ...problems] }
}
