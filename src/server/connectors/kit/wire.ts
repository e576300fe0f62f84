import { z } from 'zod'
import { ConnectorFailure } from './failures.ts'
import type { RejectedRecord } from './records.ts'
import { isOddAmount } from './text.ts'

/** Parsed JSON; undefined if it is none. */
export const jsonOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Which part of an answer is invalid, without its values. */
const oddity = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the answer'}: ${message}`)
    .join('; ')

/** Parses a vendor's answer in the documented form; anything else is the vendor's failure. */
export const parseAnswer = <T>(schema: z.ZodType<T>, body: unknown, what: string, vendor = 'The vendor'): T => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ConnectorFailure('bad_answer', `${vendor} sent ${what} in a format we couldn't read, so we didn't import it.`, {
    technical: oddity(parsed.error),
  })
}

/** Rows that are not records, such as members or owners: one that is left out could not be reported to anyone. */
export const parseRows = <T>(schema: z.ZodType<T>, rows: readonly unknown[], what: string, vendor?: string): T[] =>
  parseAnswer(z.array(schema), rows, what, vendor)

/** The rows of this form, if others are expected among them. */
export const rowsLike = <T>(schema: z.ZodType<T>, records: readonly unknown[]): T[] =>
  records.flatMap((record) => {
    const { data } = schema.safeParse(record)
    return data === undefined ? [] : [data]
  })

/** What can be offered as a choice; an invalid one is left out, unless all of them are. */
export const parseChoices = <T>(schema: z.ZodType<T>, rows: readonly unknown[], what: string, vendor?: string): T[] => {
  const readable = rows.filter((row) => schema.safeParse(row).success)
  return parseRows(schema, readable.length === 0 ? rows : readable, what, vendor)
}

/** The invalid parts of a record, by the vendor's names. */
const pathsOf = ({ issues }: z.ZodError): string =>
  [...new Set(issues.map(({ path }) => path.map(String).join('.')).filter(Boolean))].slice(0, 3).join(', ')

const words: Record<RejectedRecord['object'], string> = { contact: 'contact', opportunity: 'opportunity', spend: 'day of spend' }

const reasonOf = (object: RejectedRecord['object'], error: z.ZodError): string => {
  const paths = pathsOf(error)
  return `This ${words[object]} has an unknown format${paths && `: check ${paths}`}. Correct it there, and the next sync picks it up.`
}

export interface Sorted<T> {
  good: { record: T; raw: unknown }[]
  rejected: RejectedRecord[]
}

const idOf = (raw: unknown, name: string): string => {
  const id = (raw as Record<string, unknown> | null)?.[name]
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'without id'
}

/** Parses record by record: an invalid one is rejected with the reason, the others of its page are saved. */
export const sortRecords = <T>(
  schema: z.ZodType<T>,
  raws: readonly unknown[],
  { object, id }: { object: RejectedRecord['object']; id: string },
): Sorted<T> => {
  const sorted: Sorted<T> = { good: [], rejected: [] }
  for (const raw of raws) {
    const parsed = schema.safeParse(raw)
    if (parsed.success) sorted.good.push({ record: parsed.data, raw })
    else {
      const reason = reasonOf(object, parsed.error)
      sorted.rejected.push({ object, externalId: idOf(raw, id), code: 'bad_shape', reason, raw })
    }
  }
  return sorted
}

/** An opportunity with an unreadable amount is rejected: saved without it, it would count as zero. */
export const dropOddAmounts = <T>(
  { good, rejected }: Sorted<T>,
  of: { id: (record: T) => string; amounts: (record: T) => readonly unknown[] },
): Sorted<T> => {
  const odd = good.filter(({ record }) => of.amounts(record).some(isOddAmount))
  if (odd.length === 0) return { good, rejected }
  const reason = "The amount of this opportunity isn't a number we can store. Correct it at the vendor."
  return {
    good: good.filter((one) => !odd.includes(one)),
    rejected: [
      ...rejected,
      ...odd.map(({ record, raw }) => ({
        object: 'opportunity' as const,
        externalId: of.id(record),
        code: 'bad_amount' as const,
        reason,
        raw,
      })),
    ],
  }
}
