import { randomUUIDv7 } from 'node:crypto'

/** A new row id: UUID version 7, so that ids sort by creation time. */
export const newId = (): string => randomUUIDv7()

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string): boolean => uuid.test(text)

/** When a row id was made: its first 48 bits are milliseconds since 1970. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

/** Not above any row id that was made at this time or later. */
export const firstIdAt = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
