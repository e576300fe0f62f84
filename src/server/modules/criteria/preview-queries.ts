import { sql, type RawBuilder } from 'kysely'
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { planned, type Planning } from '#server/platform/db/statements/planning.ts'
import type { RecordIds, Sharing } from './model.ts'
import { excludedCounts, sharedRecords } from './predicate-queries.ts'

export const shownMax = 20

/** A request must not keep a connection for long. */
const timeLimit: Planning = { statement_timeout: '5s' }
/** Enough memory for the ids of a large source, and a second process even for counts that are not large. */
const forMany: Planning = { ...timeLimit, work_mem: '64MB', parallel_setup_cost: '50', parallel_tuple_cost: '0.001' }
/** Few records are found by their ids, never by reading all. */
const forFew: Planning = { ...timeLimit, random_page_cost: '0.5', enable_seqscan: 'off', max_parallel_workers_per_gather: '0' }

export const inTime = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => planned(tx, forMany, work)

interface SampledContact {
  id: string
  opportunity_id: string | null
}

export interface Counted {
  contacts: number
  opportunities: number
  excluded_contacts: number
  excluded_opportunities: number
  sample: SampledContact[]
}

export interface Compared extends Counted {
  added_contacts: number
  added_opportunities: number
  added_ids: string[]
  removed_contacts: number
  removed_opportunities: number
  removed_ids: string[]
}

const difference = (record: string, from: string, without: string) =>
  sql`select id from ${sql.ref(`${from}_${record}`)} except all select id from ${sql.ref(`${without}_${record}`)}`

const compared = (former: RawBuilder<unknown> | undefined) => {
  if (!former) return { with: sql``, sample: sql``, columns: sql`` }
  const pairs = [
    ['added', 'shared', 'former'],
    ['removed', 'former', 'shared'],
  ] as const
  return {
    with: sql`${former}, ${sql.join(
      pairs.map(
        ([name, from, without]) => sql`${sql.ref(`${name}_contact`)} as materialized (${difference('contact', from, without)})`,
      ),
    )},`,
    sample: sql`union (select id from added_contact order by id desc limit 1)`,
    columns: sql`, ${sql.join(
      pairs.map(
        ([name, from, without]) => sql`
          (select count(*) from ${sql.ref(`${name}_contact`)}) as ${sql.ref(`${name}_contacts`)},
          (select count(*) from (${difference('opportunity', from, without)}) as different) as ${sql.ref(`${name}_opportunities`)},
          array(select id from ${sql.ref(`${name}_contact`)} order by id desc limit ${shownMax}) as ${sql.ref(`${name}_ids`)}`,
      ),
    )}`,
  }
}

interface WhatToCount {
  criteria: Criteria
  against?: Criteria | undefined
  /** Counts these records and no others. */
  only?: RecordIds | undefined
}

/** Counts what criteria share and picks the newest contacts, the newest added one among them, in one statement with a time limit. */
export const countShared = async (
  tx: Tx,
  sharing: Sharing,
  { criteria, against, only }: WhatToCount,
): Promise<Counted | Compared> => {
  const { clientId } = sharing
  const excluded = excludedCounts(criteria, only)
  const former = compared(against && sharedRecords(sharing, against, { prefix: 'former', only }))
  const { rows } = await planned(tx, only ? forFew : forMany, () =>
    sql<Counted | Compared>`
    with ${sharedRecords(sharing, criteria, { only })},
      ${former.with}
      sampled as materialized (
        (select id from shared_contact order by id desc limit ${shownMax}) ${former.sample}),
      sampled_party as materialized (
        select party.contact_id, party.opportunity_id from sampled
        join opportunity_contact as party on party.client_id = ${clientId} and party.contact_id = sampled.id),
      sampled_deal as materialized (
        select distinct on (contact_id) contact_id, id from sampled_party
        join shared_matching_opportunity as deal on deal.id = sampled_party.opportunity_id
        where not deal.is_excluded order by contact_id, id desc)
    select (select count(*) from shared_contact) as contacts, (select count(*) from shared_opportunity) as opportunities,
      ${excluded.contacts} as excluded_contacts, ${excluded.opportunities} as excluded_opportunities,
      (select coalesce(json_agg(json_build_object('id', sampled.id, 'opportunity_id', deal.id) order by sampled.id desc), '[]')
        from sampled left join sampled_deal as deal on deal.contact_id = sampled.id) as sample
      ${former.columns}`.execute(tx),
  )
  const [row] = rows
  if (!row) throw new Error('A select of counts has one row')
  return row
}

export const selectContacts = (tx: Tx, clientId: string, ids: readonly string[]) =>
  tx
    .selectFrom('contact')
    .leftJoin('crm_owner', (join) =>
      join
        .onRef('crm_owner.client_id', '=', 'contact.client_id')
        .onRef('crm_owner.data_source_id', '=', 'contact.data_source_id')
        .onRef('crm_owner.external_id', '=', 'contact.owner_external_id'),
    )
    .select([
      'contact.id',
      'first_name',
      'last_name',
      'contact.email',
      'phone',
      'company',
      'city',
      'region',
      'postal_code',
      'country',
    ])
    .select(['source', 'tags', 'fields', 'created_at', 'owner_external_id', 'crm_owner.name as owner_name'])
    .where('contact.client_id', '=', clientId)
    .where('contact.id', 'in', ids.length === 0 ? [clientId] : ids)
    .execute()
export type ContactRow = Awaited<ReturnType<typeof selectContacts>>[number]

export const selectOpportunities = (tx: Tx, clientId: string, ids: readonly string[]) =>
  tx
    .selectFrom('opportunity')
    .leftJoin('pipeline', (join) =>
      join
        .onRef('pipeline.client_id', '=', 'opportunity.client_id')
        .onRef('pipeline.data_source_id', '=', 'opportunity.data_source_id')
        .onRef('pipeline.external_id', '=', 'opportunity.pipeline_external_id'),
    )
    .leftJoin('pipeline_stage', (join) =>
      join
        .onRef('pipeline_stage.client_id', '=', 'opportunity.client_id')
        .onRef('pipeline_stage.data_source_id', '=', 'opportunity.data_source_id')
        .onRef('pipeline_stage.pipeline_external_id', '=', 'opportunity.pipeline_external_id')
        .onRef('pipeline_stage.external_id', '=', 'opportunity.raw_stage'),
    )
    .select(['opportunity.id', 'opportunity.name', 'currency', 'provider_outcome', 'source', 'fields', 'created_at'])
    .select(sql<string | null>`opportunity.amount::text`.as('amount'))
    .select([
      'closed_at',
      'opportunity.pipeline_external_id',
      'raw_stage',
      'pipeline.name as pipeline_name',
      'pipeline_stage.name as stage_name',
    ])
    .where('opportunity.client_id', '=', clientId)
    .where('opportunity.id', 'in', ids.length === 0 ? [clientId] : ids)
    .execute()
export type OpportunityRow = Awaited<ReturnType<typeof selectOpportunities>>[number]
