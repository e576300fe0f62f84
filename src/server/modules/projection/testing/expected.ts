// The rows that an agency should have, computed record by record in plain TypeScript. Tests compare the tables with it.
import type { Criteria } from '#contract/criteria/criteria.ts'
import { fieldsOf } from '#contract/criteria/fields.ts'
import type { Database, Row } from '#server/platform/db/scope.ts'

type TouchRow = Row<'touch'>
type EventRow = Row<'stage_event'>

export interface Rows {
  contacts: Row<'contact'>[]
  opportunities: Row<'opportunity'>[]
  /** By the record that they belong to. */
  parties: Map<string, Row<'opportunity_contact'>[]>
  events: Map<string, EventRow[]>
  touches: Map<string, TouchRow[]>
  owners: Row<'crm_owner'>[]
  pipelines: Row<'pipeline'>[]
  stages: Row<'pipeline_stage'>[]
}

/** All rows of an account, read as its own requests would. */
export const readRows = (database: Database, clientId: string): Promise<Rows> =>
  database.inClient(clientId, async (tx) => {
    const parties = await tx.selectFrom('opportunity_contact').selectAll().where('client_id', '=', clientId).execute()
    const events = await tx.selectFrom('stage_event').selectAll().where('client_id', '=', clientId).execute()
    const touches = await tx.selectFrom('touch').selectAll().where('client_id', '=', clientId).execute()
    return {
      contacts: await tx.selectFrom('contact').selectAll().where('client_id', '=', clientId).execute(),
      opportunities: await tx.selectFrom('opportunity').selectAll().where('client_id', '=', clientId).execute(),
      parties: Map.groupBy(parties, ({ opportunity_id: id }) => id),
      events: Map.groupBy(events, ({ opportunity_id: id }) => id),
      touches: Map.groupBy(touches, ({ contact_id: id }) => id),
      owners: await tx.selectFrom('crm_owner').selectAll().where('client_id', '=', clientId).execute(),
      pipelines: await tx.selectFrom('pipeline').selectAll().where('client_id', '=', clientId).execute(),
      stages: await tx.selectFrom('pipeline_stage').selectAll().where('client_id', '=', clientId).execute(),
    }
  })

type Values = Record<string, unknown>

/** What somebody who reads the agency's rows learns of a contact: every value that is set. */
export interface Seen {
  contacts: Record<string, Values>
  opportunities: Record<string, Values>
}

const filled = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && JSON.stringify(value) !== '{}' && JSON.stringify(value) !== '[]',
    ),
  )

const contactColumns = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  email_norm: 'email',
  phone: 'phone',
  phone_norm: 'phone',
  company: 'company',
  city: 'city',
  region: 'region',
  postal_code: 'postal_code',
  country: 'country',
  source: 'source',
  tags: 'tags',
  owner_external_id: 'owner',
} as const

const opportunityColumns = {
  name: 'opportunity.name',
  amount: 'opportunity.amount',
  currency: 'opportunity.currency',
  raw_stage: 'opportunity.stage',
  source: 'opportunity.source',
  closed_at: 'opportunity.closed_at',
  owner_external_id: 'owner',
} as const

const outcomes = { type_of_data: 'OUTCOMES', fields: [] } as const

export const fieldsSeen = (criteria: Criteria): Set<string> =>
  new Set(criteria.type_of_data === 'COUNTS' ? fieldsOf({ ...outcomes, fields: [] }) : fieldsOf(criteria))

const picked = (row: Values, columns: Readonly<Record<string, string>>, fields: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(columns).map(([column, field]) => [column, fields.has(field) ? row[column] : null]))

const custom = (row: { fields: unknown }, prefix: string, fields: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(row.fields as Values).filter(([name]) => fields.has(`${prefix}${name}`)))

const iso = (time: Date): string => time.toISOString()

const touchValues = ({ at, channel, kind, source, medium, campaign }: TouchRow): unknown[] => [
  iso(at),
  channel,
  kind,
  source,
  medium,
  campaign,
]
const eventValues = ({ at, raw_stage, seq, pipeline_external_id, provenance }: EventRow): unknown[] => [
  iso(at),
  raw_stage,
  seq,
  pipeline_external_id,
  provenance,
]
const sorted = (lists: unknown[][]): string[] => lists.map((list) => JSON.stringify(list)).toSorted()

/** Who is shared under which id, and since when. */
export interface Member {
  sharedId: string
  sharedFrom: Date
}

interface Sharing {
  criteria: Criteria
  /** Those that the agency knows a contact by, also if it left. */
  known: ReadonlyMap<string, Member>
}

const contactSeen = (rows: Rows, row: Rows['contacts'][number], { criteria, known }: Sharing): Values => {
  const fields = fieldsSeen(criteria)
  const member = known.get(row.id)
  const hasTouches = criteria.record_types.includes('touch') && fields.has('source')
  return filled({
    ...picked(row, contactColumns, fields),
    created_at: iso(fields.has('created_at') ? row.created_at : (member?.sharedFrom ?? row.created_at)),
    fields: custom(row, 'field:', fields),
    touches: hasTouches ? sorted((rows.touches.get(row.id) ?? []).map(touchValues)) : [],
  })
}

const eventsSeen = (rows: Rows, { id }: { id: string }, { criteria }: Sharing): string[] => {
  if (!fieldsSeen(criteria).has('opportunity.stage') || !criteria.record_types.includes('stage_event')) return []
  return sorted((rows.events.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null).map(eventValues))
}

const partiesSeen = (rows: Rows, { id }: { id: string }, { known }: Sharing): string[] => {
  const contacts = (rows.parties.get(id) ?? []).flatMap(({ contact_id: contactId }) => known.get(contactId ?? '')?.sharedId ?? [])
  return [...new Set(contacts)].toSorted()
}

const opportunitySeen = (rows: Rows, row: Rows['opportunities'][number], sharing: Sharing): Values => {
  const fields = fieldsSeen(sharing.criteria)
  const when = <T>(field: string, value: T): T | null => (fields.has(`opportunity.${field}`) ? value : null)
  const sharedFrom = sharing.known.get(row.id)?.sharedFrom
  return filled({
    ...picked(row, opportunityColumns, fields),
    amount: when('amount', row.amount === null ? null : String(row.amount)),
    closed_at: when('closed_at', row.closed_at && iso(row.closed_at)),
    pipeline_external_id: when('stage', row.pipeline_external_id) ?? when('pipeline', row.pipeline_external_id),
    provider_outcome: when('outcome', row.provider_outcome) ?? 'open',
    created_at: iso(when('created_at', row.created_at) ?? sharedFrom ?? row.created_at),
    fields: custom(row, 'opportunity.field:', fields),
    contact_id: sharing.known.get(row.contact_id ?? '')?.sharedId,
    contacts: partiesSeen(rows, row, sharing),
    events: eventsSeen(rows, row, sharing),
  })
}

/** Of these records of the company, by the agency's ids. */
export const expectedOf = (
  rows: Rows,
  shared: { contacts: readonly string[]; opportunities: readonly string[] },
  sharing: Sharing,
): Seen => {
  const idOf = (id: string): string => sharing.known.get(id)?.sharedId ?? `not shared: ${id}`
  const of = <T extends { id: string }>(all: readonly T[], ids: readonly string[], see: (row: T) => Values) => {
    const wanted = new Set(ids)
    return Object.fromEntries(all.filter(({ id }) => wanted.has(id)).map((row) => [idOf(row.id), see(row)]))
  }
  return {
    contacts: of(rows.contacts, shared.contacts, (row) => contactSeen(rows, row, sharing)),
    opportunities: of(rows.opportunities, shared.opportunities, (row) => opportunitySeen(rows, row, sharing)),
  }
}

const unsaid = new Set([
  'client_id',
  'id',
  'data_source_id',
  'external_id',
  'content_hash',
  'run_id',
  'name_key',
  'last_key',
  'tags_norm',
])

const own = (row: Values): Values => Object.fromEntries(Object.entries(row).filter(([column]) => !unsaid.has(column)))

/** Everything that the agency's rows of one connection say. A column that this does not know counts as seen. */
export const seenIn = (rows: Rows, dataSourceId: string): Seen => {
  const contacts = rows.contacts.filter((row) => row.data_source_id === dataSourceId)
  const opportunities = rows.opportunities.filter((row) => row.data_source_id === dataSourceId)
  return {
    contacts: Object.fromEntries(
      contacts.map((row) => {
        const touches = rows.touches.get(row.id) ?? []
        const clicks = touches.flatMap((touch) => [
          touch.click_id,
          touch.landing_url,
          touch.referrer,
          touch.session_key,
          touch.cost,
        ])
        const values = { ...own(row), created_at: iso(row.created_at), touches: sorted(touches.map(touchValues)) }
        return [row.id, filled({ ...values, clicks: clicks.filter((value) => value !== null) })]
      }),
    ),
    opportunities: Object.fromEntries(
      opportunities.map((row) => {
        const parties = rows.parties.get(row.id) ?? []
        const events = rows.events.get(row.id) ?? []
        const values = {
          ...own(row),
          amount: row.amount === null ? null : String(row.amount),
          created_at: iso(row.created_at),
          closed_at: row.closed_at && iso(row.closed_at),
          contacts: parties.map(({ contact_id: id }) => String(id)).toSorted(),
          events: sorted(events.map(eventValues)),
        }
        return [row.id, filled(values)]
      }),
    ),
  }
}

const outcomeOnly = new Set(['source', 'created_at', 'touches'])

/** What stays of a contact or an opportunity that left. */
export const withoutPersonal = (kind: keyof Seen, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) =>
      kind === 'contacts' ? outcomeOnly.has(name) : !['name', 'owner_external_id', 'fields'].includes(name),
    ),
  )
