// The custom fields of a location.
import type { FieldValue } from '../kit/records.ts'
import { instantOf, textOrNull } from '../kit/text.ts'
import type { WireField } from './wire.ts'

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** The address of a file. */
const partOf = (one: unknown): string => textOrNull(one) ?? textOrNull((one as { url?: unknown } | null)?.url) ?? ''

const plain = (value: unknown): FieldValue => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(partOf).filter(Boolean).join(', ') : null
}

/** A day comes as the milliseconds of its beginning. */
const dayOf = (value: unknown): FieldValue => instantOf(value)?.replace('T00:00:00.000Z', '') ?? plain(value)

/** The name of the value depends on the kind of field and on the call. */
export const valueOf = (field: WireField): FieldValue => {
  if (isFilled(field.fieldValueDate)) return dayOf(field.fieldValueDate)
  const { value, fieldValue, fieldValueString, fieldValueNumber, fieldValueBoolean, fieldValueArray, fieldValueFiles } = field
  const values = [value, fieldValue, fieldValueString, fieldValueNumber, fieldValueBoolean, fieldValueArray, fieldValueFiles]
  return plain(values.find(isFilled) ?? null)
}

export const fieldsOf = (fields: readonly WireField[] | null | undefined): Record<string, FieldValue> =>
  Object.fromEntries((fields ?? []).map((field) => [field.name ?? field.id, valueOf(field)]))
