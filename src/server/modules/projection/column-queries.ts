// What the agency's rows have of the company's: the agreed fields, and nothing else.
import { sql, type RawBuilder } from 'kysely'
import { customFieldOf } from '#contract/criteria/fields.ts'
import type { RecordObject } from '../crm/model.ts'
import { projectedFields, type Share } from './model.ts'

type Columns = Readonly<Record<string, RawBuilder<unknown>>>

/** Columns of the agency's rows, each with the field that it tells. */
const fieldsOf = {
  contact: {
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
    owner_external_id: 'owner',
    tags: 'tags',
    created_at: 'created_at',
  },
  opportunity: {
    name: 'opportunity.name',
    amount: 'opportunity.amount',
    currency: 'opportunity.currency',
    pipeline_external_id: 'opportunity.pipeline',
    raw_stage: 'opportunity.stage',
    provider_outcome: 'opportunity.outcome',
    owner_external_id: 'owner',
    source: 'opportunity.source',
    created_at: 'opportunity.created_at',
    closed_at: 'opportunity.closed_at',
  },
} as const satisfies Record<RecordObject, Readonly<Record<string, string>>>

/** What columns have whose field is not shared; others have no text. Who does not share when a record was created shares when it was shared. */
const withoutField: Columns = {
  tags: sql`'{}'::text[]`,
  amount: sql`null::numeric`,
  provider_outcome: sql`'open'`,
  created_at: sql`shared.shared_from`,
  closed_at: sql`null::timestamptz`,
}

const sharedColumns = (object: RecordObject, fields: ReadonlySet<string>): Columns =>
  Object.fromEntries(
    Object.entries(fieldsOf[object]).map(([column, field]) => [
      column,
      fields.has(field) ? sql.ref(`${object}.${column}`) : (withoutField[column] ?? sql`null::text`),
    ]),
  )

const customNames = (fields: Iterable<string>, object: RecordObject): string[] =>
  [...fields].flatMap((field) => {
    const custom = customFieldOf(field)
    return custom?.of === object ? [custom.name] : []
  })

const customFields = (fields: ReadonlySet<string>, object: RecordObject): RawBuilder<unknown> => {
  const names = customNames(fields, object)
  if (names.length === 0) return sql`'{}'::jsonb`
  return sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${sql.ref(`${object}.fields`)})
    where key = any(${names}::text[]))`
}

/** Where rows come from, which the agency sees as the connection. */
const origin = ({ connectionId }: Share): Columns => ({
  content_hash: sql`''::bytea`,
  run_id: sql`${connectionId}::uuid`,
})

const recordColumns = (object: RecordObject, share: Share): Columns => {
  const fields = projectedFields(share.criteria)
  return {
    external_id: sql`shared.shared_id::text`,
    ...sharedColumns(object, fields),
    fields: customFields(fields, object),
    ...origin(share),
  }
}

/** Of the tables `contact` and `shared`. */
export const contactColumns = (share: Share): Columns => recordColumns('contact', share)

/** Of the tables `opportunity`, `shared`, and `shared_contact` for its primary contact. */
export const opportunityColumns = (share: Share): Columns => ({
  ...recordColumns('opportunity', share),
  ...(sharesStages(share) ? { pipeline_external_id: sql`opportunity.pipeline_external_id` } : {}),
  contact_id: sql`shared_contact.shared_id`,
})

/** Whether a row that changes from `old` to `new` had anything in these fields, which are no longer shared. */
export const hadAnyOf = (object: RecordObject, lost: readonly string[]): RawBuilder<boolean> | undefined => {
  const columns = Object.entries(fieldsOf[object]).filter(([, field]) => lost.includes(field))
  const names = customNames(lost, object)
  const parts = [
    ...columns.map(([column]) => sql<boolean>`${sql.ref(`old.${column}`)} is distinct from ${sql.ref(`new.${column}`)}`),
    ...(names.length === 0 ? [] : [sql<boolean>`old.fields ?| ${names}::text[]`]),
  ]
  return parts.length === 0 ? undefined : sql`(${sql.join(parts, sql` or `)})`
}

/** Stages are named by their pipelines. */
export const sharesStages = ({ criteria }: Share): boolean => projectedFields(criteria).has('opportunity.stage')

const sharesPipelines = ({ criteria }: Share): boolean => projectedFields(criteria).has('opportunity.pipeline')

export const hasStageEvents = (share: Share): boolean =>
  share.criteria.record_types.includes('stage_event') &&
  share.criteria.record_types.includes('opportunity') &&
  sharesStages(share)

/** Where somebody came from is what touches tell. */
export const hasTouches = ({ criteria }: Share): boolean =>
  criteria.record_types.includes('touch') && criteria.record_types.includes('contact') && projectedFields(criteria).has('source')

export const pipelineName = (share: Share): RawBuilder<unknown> => (sharesPipelines(share) ? sql`pipeline.name` : sql`'Pipeline'`)
