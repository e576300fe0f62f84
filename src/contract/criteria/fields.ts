// The fields of contacts and opportunities that a company can share.
import type { Criteria } from './criteria.ts'

const fieldLabels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  city: 'City',
  region: 'Region',
  postal_code: 'Postal code',
  country: 'Country',
  source: 'Source',
  tags: 'Tags',
  owner: 'Owner',
  created_at: 'Created date',
  'opportunity.name': 'Opportunity name',
  'opportunity.amount': 'Amount',
  'opportunity.currency': 'Currency',
  'opportunity.pipeline': 'Pipeline',
  'opportunity.stage': 'Stage',
  'opportunity.outcome': 'Outcome',
  'opportunity.source': 'Opportunity source',
  'opportunity.created_at': 'Opportunity created date',
  'opportunity.closed_at': 'Closed date',
} as const

export type CatalogueField = keyof typeof fieldLabels
export const catalogueFields = Object.keys(fieldLabels) as CatalogueField[]

const customPrefix = 'field:'
const opportunityPrefix = 'opportunity.field:'

/** A field that only the company's CRM has, under the CRM's own name. */
export interface CustomField {
  of: 'contact' | 'opportunity'
  name: string
}

export const customFieldOf = (field: string): CustomField | undefined => {
  if (field.startsWith(customPrefix)) return { of: 'contact', name: field.slice(customPrefix.length) }
  if (field.startsWith(opportunityPrefix)) return { of: 'opportunity', name: field.slice(opportunityPrefix.length) }
  return undefined
}

export const customFieldKey = ({ of, name }: CustomField): string =>
  `${of === 'contact' ? customPrefix : opportunityPrefix}${name}`

const isCatalogueField = (field: string): field is CatalogueField => Object.hasOwn(fieldLabels, field)

export const isShareableField = (field: string): boolean =>
  isCatalogueField(field) || (customFieldOf(field)?.name.trim() ?? '') !== ''

export const fieldLabel = (field: string): string =>
  isCatalogueField(field) ? fieldLabels[field] : (customFieldOf(field)?.name ?? field)

const rankOf = (field: string): number => {
  const rank = (catalogueFields as string[]).indexOf(field)
  return rank === -1 ? catalogueFields.length : rank
}

/** Each once, in the order of the catalogue; then the fields of the CRM by name. */
export const sortFields = (fields: readonly string[]): string[] =>
  [...new Set(fields)].toSorted().toSorted((one, other) => rankOf(one) - rankOf(other))

/** What tells who somebody is. People often name an opportunity after its contact. */
export const identityFields: readonly CatalogueField[] = ['first_name', 'last_name', 'email', 'phone', 'opportunity.name']

/** What Outcomes shares of each record. */
export const outcomeFields: readonly CatalogueField[] = [
  'source',
  'created_at',
  'opportunity.amount',
  'opportunity.currency',
  'opportunity.pipeline',
  'opportunity.stage',
  'opportunity.outcome',
  'opportunity.source',
  'opportunity.created_at',
  'opportunity.closed_at',
]

const basicFields: readonly CatalogueField[] = ['first_name', 'last_name', 'email', 'phone', ...outcomeFields]

/** The fields of each record that the agency gets. */
export const fieldsOf = ({ type_of_data, fields }: Pick<Criteria, 'type_of_data' | 'fields'>): string[] => {
  const byType = { COUNTS: [], OUTCOMES: outcomeFields, BASIC: basicFields, FIELDS: sortFields(fields) }
  return [...byType[type_of_data]]
}
