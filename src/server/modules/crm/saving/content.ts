import { hash } from 'node:crypto'

/** Increased when rows made from the same record change: all rows are then written again. */
const version = 2

/** A hash of the content, in sixteen bytes as hexadecimal text. */
const contentHash = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([version, ...parts]), 'hex').slice(0, 32)

const payloadMax = 64 * 1024

/** The payload as text. One that is larger than any CRM record is replaced by its size. */
const payloadText = (raw: unknown): string => {
  const text = JSON.stringify(raw) ?? 'null'
  return text.length > payloadMax ? JSON.stringify({ too_large: text.length }) : text.toWellFormed()
}

/** The last one of each key, in the order of their first. */
export const lastOfEach = <T>(list: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(list.map((item) => [keyOf(item), item])).values(),
]

// Stored on the record itself, so that it is released together with it.
const contentHashKey = Symbol('content hash')
const sentText = Symbol('how it came')

interface Recorded {
  readonly raw: unknown
  [contentHashKey]?: string
  [sentText]?: string
}

/** The hash of a record's content, computed once. */
export const hashOf = (record: Recorded): string => {
  const known = record[contentHashKey]
  if (known !== undefined) return known
  const { raw: _raw, ...content } = record
  return (record[contentHashKey] = contentHash(content))
}

/** The payload of a record as it is stored, computed once. */
export const payloadOf = (record: Recorded): string => (record[sentText] ??= payloadText(record.raw))

export const payloadsOf = (written: readonly { record: Recorded; row: { id: string } }[]) =>
  written.map(({ record, row }) => ({ recordId: row.id, payload: payloadOf(record) }))
