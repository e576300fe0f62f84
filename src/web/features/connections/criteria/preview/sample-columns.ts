import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { moneyFormat } from '#web/lib/format/money.ts'
import { dayOf } from '#web/lib/time/dates.ts'

type Cell = string | null
/** The value of a field in one row; null also if the field is not shared. */
type ValueOf = (field: string) => Cell

export interface SampleColumn {
  key: string
  /** Undefined: the column has the name and the email of the contact. */
  title: string | undefined
  /** Whose values it has. */
  fields: readonly string[]
  isNumber?: boolean
  text: (valueOf: ValueOf) => Cell
  line?: (valueOf: ValueOf) => Cell
}

const nameFields = ['first_name', 'last_name']
const contactFields = [...nameFields, 'email']

/** Of dates such as 2026-11-18, in any time zone. */
const dayText = (value: Cell): Cell => (value !== null && /^\d{4}-\d\d-\d\d$/.test(value) ? dayOf(`${value}T12:00:00`) : value)

const amountText = (amount: Cell, currency: Cell): Cell =>
  amount === null || !Number.isFinite(Number(amount)) ? amount : moneyFormat(currency).format(Number(amount))

const contactColumn = (columns: readonly string[]): SampleColumn => ({
  key: 'contact',
  title: undefined,
  fields: contactFields.filter((field) => columns.includes(field)),
  text: (valueOf) => {
    const name = nameFields.map(valueOf).filter(Boolean).join(' ')
    return name === '' ? valueOf('email') : name
  },
  line: (valueOf) => (nameFields.some((field) => valueOf(field)) ? valueOf('email') : null),
})

/** Open, won or lost. */
const outcomeText = (value: Cell): Cell => value && value.charAt(0).toUpperCase() + value.slice(1)

const columnOf = (key: string): SampleColumn => {
  const [title, fields] = [fieldLabel(key), [key]]
  if (key === 'opportunity.amount')
    return { key, title, fields, isNumber: true, text: (valueOf) => amountText(valueOf(key), valueOf('opportunity.currency')) }
  if (key === 'opportunity.outcome') return { key, title, fields, text: (valueOf) => outcomeText(valueOf(key)) }
  return { key, title, fields, text: (valueOf) => (key.endsWith('_at') ? dayText(valueOf(key)) : valueOf(key)) }
}

/** What tells most, before the others. */
const columnsFirst = ['lead', 'source', 'opportunity.stage', 'opportunity.amount']

const noFields: ReadonlySet<string> = new Set()

/** What is new comes before the others, so that it is in sight. */
const inOrder = (columns: readonly string[], newFields: ReadonlySet<string>): string[] => {
  const ordered = [
    ...columnsFirst.filter((column) => columns.includes(column)),
    ...columns.filter((column) => !columnsFirst.includes(column)),
  ]
  return [...ordered.filter((column) => newFields.has(column)), ...ordered.filter((column) => !newFields.has(column))]
}

/** Name and email are one column, and so are amount and currency. */
export const sampleColumns = (columns: CriteriaPreview['sample']['columns'], newFields = noFields): SampleColumn[] => {
  const hasContact = contactFields.some((field) => columns.includes(field))
  const isMerged = (column: string) =>
    contactFields.includes(column) || (column === 'opportunity.currency' && columns.includes('opportunity.amount'))
  return [
    ...(hasContact ? [contactColumn(columns)] : []),
    ...inOrder(columns, newFields)
      .filter((column) => !isMerged(column))
      .map(columnOf),
  ]
}
