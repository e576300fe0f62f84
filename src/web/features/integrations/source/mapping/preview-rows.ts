import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { moneyIn } from '#web/lib/format/money.ts'
import type { Draft } from './mapping-draft.ts'
import { locale } from '#web/lib/format/locale.ts'

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const

const formatIn = (zone: string, parts: Intl.DateTimeFormatOptions) => {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  }
}

/** An instant in the table's time zone. Midnight means a day without a time. */
const timeAt = (instant: string, zone: string): string => {
  const date = new Date(instant)
  const isDay = formatIn(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date) === '00:00'
  return formatIn(zone, isDay ? day : { ...day, ...clock }).format(date)
}

export const cellNames = ['name', 'created', 'identifier', 'source', 'stage', 'amount'] as const
export type Cell = (typeof cellNames)[number]

type Problem = MappingPreview['problems'][number]

export interface PreviewRow {
  /** The row number in the table. */
  number: number
  /** The contact's values as texts. */
  contact: Readonly<Record<Cell, string>>
  /** Why the row would be skipped; null if it would be synced. */
  problem: string | null
  /** Cells that cannot be parsed. */
  odd: ReadonlySet<Cell>
}

/** The cell for each problem; other problems concern the row or the table as a whole. */
const cells: Readonly<Record<Problem['code'], Cell | undefined>> = {
  missing_identifier: 'identifier',
  bad_amount: 'amount',
  bad_date: 'created',
  ambiguous_date: 'created',
  bad_shape: undefined,
  missing_id: undefined,
  too_large: undefined,
  duplicate_key: undefined,
  missing_column: undefined,
  missing_mapping: undefined,
}

/** Other dates are not shown, so a problem with one of them has no cell here. */
const oddCell = ({ columns }: MappingPreview, { map }: Draft, { code, column }: Problem): Cell | undefined => {
  const cell = cells[code]
  if (cell !== 'created') return cell
  return columns.find(({ id }) => id === map?.created_at)?.name === column ? cell : undefined
}

const wordsOf = (
  { created, amount, currency, ...contact }: MappingPreview['people'][number],
  zone: string,
): PreviewRow['contact'] => ({
  ...contact,
  created: created === null ? '' : timeAt(created, zone),
  amount: amount === null ? '' : moneyIn(currency).exact(amount),
})

/** The first contacts as they would be synced, with the problems of those that would be skipped. */
export const previewRows = (preview: MappingPreview, draft: Draft): PreviewRow[] => {
  const first = preview.has_named_columns || !draft.hasHeader ? 1 : 2
  return preview.people.map((contact, index) => {
    const number = first + index
    const problems = preview.problems.filter(({ row }) => row === number)
    const odd = new Set(problems.flatMap((problem) => oddCell(preview, draft, problem) ?? []))
    return { number, contact: wordsOf(contact, preview.time_zone), problem: problems[0]?.text ?? null, odd }
  })
}
