// What an agency's user sees of contacts that companies share, for the ledgers of these companies.
import { customFieldKey, sortFields } from '#contract/criteria/fields.ts'
import type { Lineage } from '#contract/crm/records.ts'
import type { SharedSource } from '../../connections/companies/model.ts'
import type { Read } from '../../ledger/model.ts'
import type { ContactRow } from './queries.ts'

/** Of any contact, the columns that were read. */
export type SeenRow = Pick<ContactRow, 'id' | 'data_source_id'> & Partial<ContactRow>

/** Fields of the agreement by the column that shows them. */
const columns = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  city: 'city',
  region: 'region',
  postal_code: 'postal_code',
  country: 'country',
  source: 'source',
  owner: 'owner_external_id',
  tags: 'tags',
} as const satisfies Record<string, keyof ContactRow>

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const fieldsOfRow = (row: SeenRow): string[] => [
  ...Object.entries(columns).flatMap(([field, column]) => (isFilled(row[column]) ? field : [])),
  ...Object.entries((row.fields ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    isFilled(value) ? customFieldKey({ of: 'contact', name }) : [],
  ),
]

const fieldsOfOpportunities = (opportunities: Lineage['opportunities']): string[] =>
  opportunities.flatMap(({ name, amount, currency, stages }) => {
    const shown = { name, amount, currency, stage: stages }
    return Object.entries(shown).flatMap(([field, value]) => (isFilled(value) ? `opportunity.${field}` : []))
  })

/** Where these are not shared, the agency sees when a record was shared and that it is open, which says nothing. */
const fieldsWithDefault = ({ fields }: SharedSource, hasOpportunities: boolean): string[] => [
  ...(fields.has('created_at') ? ['created_at'] : []),
  ...(hasOpportunities && fields.has('opportunity.outcome') ? ['opportunity.outcome'] : []),
]

/** By connection. The fields are those that really had a value, also if an agreement that shares less is in force since. */
export const readsOf = (
  rows: readonly SeenRow[],
  sources: ReadonlyMap<string, SharedSource>,
  more: Pick<Lineage, 'opportunities' | 'touches'> = { opportunities: [], touches: [] },
): Read[] => {
  const bySource = Map.groupBy(rows, ({ data_source_id: id }) => id)
  return [...sources.values()].flatMap((source) => {
    const seen = bySource.get(source.id) ?? []
    const fields = [
      ...seen.flatMap(fieldsOfRow),
      ...fieldsOfOpportunities(more.opportunities),
      ...fieldsWithDefault(source, more.opportunities.length > 0),
      ...(more.touches.length > 0 ? ['source'] : []),
    ]
    const { id: connectionId, companyId, versionInForce: version } = source
    return { connectionId, companyId, version, fields: sortFields(fields), contactIds: seen.map(({ id }) => id) }
  })
}
