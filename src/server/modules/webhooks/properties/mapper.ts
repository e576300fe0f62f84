import type { NewProperty, PropertyType, WebhookProperty } from '#contract/webhooks/properties.ts'
import type { Facts } from '#server/platform/audit/diff.ts'
import type { PropertyFields, PropertyRow } from './queries.ts'

export const toFields = (property: NewProperty): PropertyFields => ({
  name: property.name,
  label: property.label,
  type: property.type,
  enum_values: property.enum_values,
  is_required: property.required,
  maps_to: property.maps_to,
  is_personal: property.pii,
  example: property.example,
})

export const toProperty = (row: PropertyRow, used: number): WebhookProperty => ({
  id: row.id,
  name: row.name,
  label: row.label,
  type: row.type as PropertyType,
  enum_values: row.enum_values,
  required: row.is_required,
  maps_to: row.maps_to,
  pii: row.is_personal,
  example: row.example,
  used,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** What the audit log compares. An example may be a person's own value, so it is left out. */
export const auditSnapshot = (row: PropertyFields): Facts => ({
  property: row.name,
  label: row.label,
  type: row.type,
  enum_values: row.enum_values,
  required: row.is_required,
  maps_to: row.maps_to,
  pii: row.is_personal,
})

const columns = ['name', 'label', 'type', 'enum_values', 'is_required', 'maps_to', 'is_personal', 'example'] as const

/** A form may send unchanged values. */
export const isSame = (row: PropertyFields, fields: PropertyFields): boolean =>
  columns.every((column) => JSON.stringify(row[column]) === JSON.stringify(fields[column]))
