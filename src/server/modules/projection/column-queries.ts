// What the agency's rows have of the company's: the agreed fields, and nothing else.
import { sql, type RawBuilder } from 'kysely'
import { customFieldOf } from '#contract/criteria/fields.ts'
import { projectedFields, type Share } from './model.ts'

type Columns = Readonly<Record<string, RawBuilder<unknown>>>

const text = sql`null::text`

/** A column, if its field is shared. */
const when = (fields: ReadonlySet<string>, field: string, column: RawBuilder<unknown>, otherwise: RawBuilder<unknown> = text) =>
  fields.has(field) ? column : otherwise

const customFields = (fields: ReadonlySet<string>, of: 'contact' | 'opportunity'): RawBuilder<unknown> => {
  const names = [...fields].flatMap((field) => {
    const custom = customFieldOf(field)
    return custom?.of === of ? [custom.name] : []
  })
  if (names.length === 0) return sql`'{}'::jsonb`
  return sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${sql.ref(`${of}.fields`)})
    where key = any(${names}::text[]))`
}

/** Where rows come from, which the agency sees as the connection. */
const origin = ({ connectionId }: Share): Columns => ({
  content_hash: sql`''::bytea`,
  run_id: sql`${connectionId}::uuid`,
})

/** Of the tables `contact` and `shared`. Whoever does not share when a contact was created shares when it was shared. */
export const contactColumns = (share: Share): Columns => {
  const fields = projectedFields(share.criteria)
  const own = (field: string) => when(fields, field, sql.ref(`contact.${field}`))
  return {
    external_id: sql`shared.shared_id::text`,
    first_name: own('first_name'),
    last_name: own('last_name'),
    email: own('email'),
    email_norm: when(fields, 'email', sql`contact.email_norm`),
    phone: own('phone'),
    phone_norm: when(fields, 'phone', sql`contact.phone_norm`),
    company: own('company'),
    city: own('city'),
    region: own('region'),
    postal_code: own('postal_code'),
    country: own('country'),
    source: own('source'),
    owner_external_id: when(fields, 'owner', sql`contact.owner_external_id`),
    tags: when(fields, 'tags', sql`contact.tags`, sql`'{}'::text[]`),
    fields: customFields(fields, 'contact'),
    created_at: when(fields, 'created_at', sql`contact.created_at`, sql`shared.shared_from`),
    ...origin(share),
  }
}

/** Of the tables `opportunity`, `shared`, and `shared_contact` for its primary contact. */
export const opportunityColumns = (share: Share): Columns => {
  const fields = projectedFields(share.criteria)
  const own = (name: string, column = name) => when(fields, `opportunity.${name}`, sql.ref(`opportunity.${column}`))
  const amount = when(fields, 'opportunity.amount', sql`opportunity.amount`, sql`null::numeric`)
  const time = sql`null::timestamptz`
  return {
    external_id: sql`shared.shared_id::text`,
    name: own('name'),
    contact_id: sql`shared_contact.shared_id`,
    amount,
    currency: own('currency'),
    pipeline_external_id: sharesStages(share) ? sql`opportunity.pipeline_external_id` : own('pipeline', 'pipeline_external_id'),
    raw_stage: own('stage', 'raw_stage'),
    provider_outcome: when(fields, 'opportunity.outcome', sql`opportunity.provider_outcome`, sql`'open'`),
    outcome_reason: own('outcome', 'outcome_reason'),
    owner_external_id: when(fields, 'owner', sql`opportunity.owner_external_id`),
    source: own('source'),
    fields: customFields(fields, 'opportunity'),
    created_at: when(fields, 'opportunity.created_at', sql`opportunity.created_at`, sql`shared.shared_from`),
    closed_at: when(fields, 'opportunity.closed_at', sql`opportunity.closed_at`, time),
    ...origin(share),
  }
}

/** Stages are named by their pipelines. */
export const sharesStages = ({ criteria }: Share): boolean => projectedFields(criteria).has('opportunity.stage')

const sharesPipelines = ({ criteria }: Share): boolean => projectedFields(criteria).has('opportunity.pipeline')

export const hasPipelines = (share: Share): boolean =>
  share.criteria.record_types.includes('opportunity') && (sharesStages(share) || sharesPipelines(share))

export const hasStageEvents = (share: Share): boolean =>
  share.criteria.record_types.includes('stage_event') &&
  share.criteria.record_types.includes('opportunity') &&
  sharesStages(share)

/** Where somebody came from is what touches tell. */
export const hasTouches = ({ criteria }: Share): boolean =>
  criteria.record_types.includes('touch') && criteria.record_types.includes('contact') && projectedFields(criteria).has('source')

export const hasOwners = ({ criteria }: Share): boolean => projectedFields(criteria).has('owner')

export const pipelineName = (share: Share): RawBuilder<unknown> => (sharesPipelines(share) ? sql`pipeline.name` : sql`'Pipeline'`)
