// Rows of a sample with exactly the columns that the agency will get.
import type { Criteria } from '#contract/criteria/criteria.ts'
import { customFieldOf, fieldsOf, type CatalogueField } from '#contract/criteria/fields.ts'
import { pseudonymOf, type Sample } from './model.ts'
import type { ContactRow, OpportunityRow } from './preview-queries.ts'

interface Shown {
  contact: ContactRow
  opportunity: OpportunityRow | undefined
  /** By which the contact is named if its name is not shared. */
  namedBy: string
  /** Whether the criteria in force do not share the contact. */
  isNew: boolean
}

type Value = string | null | undefined
type Fields = Record<string, string | number | boolean | null>

const dayOf = (at: Date | null | undefined): Value => at?.toISOString().slice(0, 10)

const readers: Record<CatalogueField, (shown: Shown) => Value> = {
  first_name: ({ contact }) => contact.first_name,
  last_name: ({ contact }) => contact.last_name,
  email: ({ contact }) => contact.email,
  phone: ({ contact }) => contact.phone,
  company: ({ contact }) => contact.company,
  city: ({ contact }) => contact.city,
  region: ({ contact }) => contact.region,
  postal_code: ({ contact }) => contact.postal_code,
  country: ({ contact }) => contact.country,
  source: ({ contact }) => contact.source,
  tags: ({ contact }) => contact.tags.join(', '),
  owner: ({ contact }) => contact.owner_name ?? contact.owner_external_id,
  created_at: ({ contact }) => dayOf(contact.created_at),
  'opportunity.name': ({ opportunity }) => opportunity?.name,
  'opportunity.amount': ({ opportunity }) => opportunity?.amount,
  'opportunity.currency': ({ opportunity }) => opportunity?.currency,
  'opportunity.pipeline': ({ opportunity }) => opportunity?.pipeline_name ?? opportunity?.pipeline_external_id,
  'opportunity.stage': ({ opportunity }) => opportunity?.stage_name ?? opportunity?.raw_stage,
  'opportunity.outcome': ({ opportunity }) => opportunity?.provider_outcome,
  'opportunity.source': ({ opportunity }) => opportunity?.source,
  'opportunity.created_at': ({ opportunity }) => dayOf(opportunity?.created_at),
  'opportunity.closed_at': ({ opportunity }) => dayOf(opportunity?.closed_at),
}

const customValue = (field: string, { contact, opportunity }: Shown): Value => {
  const custom = customFieldOf(field)
  const fields = (custom?.of === 'contact' ? contact.fields : opportunity?.fields) as Fields | undefined
  const value = custom && fields && Object.hasOwn(fields, custom.name) ? fields[custom.name] : null
  return value === undefined || value === null ? null : String(value)
}

const valueOf = (field: string, shown: Shown): string | null => {
  if (field === 'lead') return pseudonymOf(shown.namedBy)
  const value = Object.hasOwn(readers, field) ? readers[field as CatalogueField](shown) : customValue(field, shown)
  return value ?? null
}

const isShared = ({ record_types }: Criteria, field: string): boolean =>
  record_types.includes(field.startsWith('opportunity.') ? 'opportunity' : 'contact')

export const columnsOf = (criteria: Criteria): string[] => {
  const columns = fieldsOf(criteria).filter((field) => isShared(criteria, field))
  return criteria.type_of_data === 'OUTCOMES' ? ['lead', ...columns] : columns
}

export const sampleOf = (criteria: Criteria, shown: readonly Shown[]): Sample => {
  const columns = columnsOf(criteria)
  return {
    columns,
    rows: shown.map((one) => columns.map((field) => valueOf(field, one))),
    newRows: shown.flatMap(({ isNew }, row) => (isNew ? [row] : [])),
  }
}

export const nameOf = ({ first_name, last_name, email, id }: ContactRow): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || pseudonymOf(id)
