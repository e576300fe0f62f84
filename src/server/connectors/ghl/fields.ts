// What stands in the fields that a location has made itself.
import type { FieldValue } from '../kit/records.ts'
import { instantOf, said } from '../kit/text.ts'
import type { WireField } from './wire.ts'

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Of a file its address. */
const partOf = (one: unknown): string => said(one) ?? said((one as { url?: unknown } | null)?.url) ?? ''

const plain = (value: unknown): FieldValue => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(partOf).filter(Boolean).join(', ') : null
}

/** A day comes as the milliseconds of its beginning. */
const dayOf = (value: unknown): FieldValue => instantOf(value)?.replace('T00:00:00.000Z', '') ?? plain(value)

/** Under whichever name it came: that depends on its kind, and on who tells it. */
export const valueOf = (field: WireField): FieldValue => {
  if (isFilled(field.fieldValueDate)) return dayOf(field.fieldValueDate)
  const { value, fieldValue, fieldValueString, fieldValueNumber, fieldValueBoolean, fieldValueArray, fieldValueFiles } = field
  const told = [value, fieldValue, fieldValueString, fieldValueNumber, fieldValueBoolean, fieldValueArray, fieldValueFiles]
  return plain(told.find(isFilled) ?? null)
}

export const fieldsOf = (fields: readonly WireField[] | null | undefined): Record<string, FieldValue> =>
  Object.fromEntries((fields ?? []).map((field) => [field.name ?? field.id, valueOf(field)]))
