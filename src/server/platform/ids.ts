import { randomUUIDv7 } from 'node:crypto'

/** A new row id: UUID version 7, so that ids sort by creation time. */
export const newId = (): string => randomUUIDv7()

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string): boolean => uuid.test(text)

/** When a row id was made: its first 48 bits are milliseconds since 1970. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
