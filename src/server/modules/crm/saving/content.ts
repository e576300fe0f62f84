import { hash } from 'node:crypto'

/** Bumped when rows made from the same record come out differently: everything is then written once more. */
const version = 2

/** What a record says, in sixteen bytes as hexadecimal text. */
const contentHash = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([version, ...parts]), 'hex').slice(0, 32)

const payloadMax = 64 * 1024

/** The record as it came. One that is larger than any CRM's is noted as such instead of being kept. */
const payloadText = (raw: unknown): string => {
  const text = JSON.stringify(raw) ?? 'null'
  return text.length > payloadMax ? JSON.stringify({ too_large: text.length }) : text.toWellFormed()
}

/** The last one of each key, in the order of their first. */
export const lastOfEach = <T>(list: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(list.map((item) => [keyOf(item), item])).values(),
]

// Kept at the record itself, where it costs nothing to forget it again.
const saidHash = Symbol('what it says')
const sentText = Symbol('how it came')

interface Recorded {
  readonly raw: unknown
  [saidHash]?: string
  [sentText]?: string
}

/** What a record says, made once. */
export const hashOf = (record: Recorded): string => {
  const known = record[saidHash]
  if (known !== undefined) return known
  const { raw: _raw, ...said } = record
  return (record[saidHash] = contentHash(said))
}

/** How a record came, as it is stored; made once. */
export const payloadOf = (record: Recorded): string => (record[sentText] ??= payloadText(record.raw))

export const payloadsOf = (written: readonly { record: Recorded; row: { id: string } }[]) =>
  written.map(({ record, row }) => ({ recordId: row.id, payload: payloadOf(record) }))
