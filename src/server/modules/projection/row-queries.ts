// The rows that the agency should have, as selections from the company's rows.
import { sql, type RawBuilder } from 'kysely'
import type { Rows } from '../crm/projecting/service.ts'
import {
  contactColumns,
  hasOwners,
  hasPipelines,
  hasStageEvents,
  hasTouches,
  opportunityColumns,
  pipelineName,
  sharesStages,
} from './column-queries.ts'
import type { Share, SharedIds } from './model.ts'

/** The records whose rows are projected: their ids in both accounts. Absent: all. */
export interface Scope {
  records: SharedIds
  shared: SharedIds
}

const listed = (columns: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`))

/** Shared records of one kind. */
const sharedRecords = ({ connectionId, sharing }: Share, object: 'contact' | 'opportunity', ids?: readonly string[]) => sql`
  shared.client_id = ${sharing.clientId} and shared.connection_id = ${connectionId} and shared.object = ${object}
  and shared.state = 'shared' ${ids === undefined ? sql`` : sql`and shared.record_id = any(${ids}::uuid[])`}`

/** Those that left, whose rows stay as they are. */
const withdrawn = ({ connectionId, sharing }: Share, object: 'contact' | 'opportunity') => sql`
  select shared_id as id from shared_record
  where client_id = ${sharing.clientId} and connection_id = ${connectionId} and object = ${object} and state = 'withdrawn'`

const none = sql`where false`

const contacts = (share: Share, scope: Scope | undefined): Rows => {
  const columns = contactColumns(share)
  return {
    table: 'contact',
    columns: Object.keys(columns),
    among: scope?.shared.contactIds,
    except: scope ? undefined : withdrawn(share, 'contact'),
    rows: sql`select shared.shared_id as id, ${listed(columns)} from shared_record as shared
      join contact on contact.client_id = ${share.sharing.clientId} and contact.id = shared.record_id
      where ${sharedRecords(share, 'contact', scope?.records.contactIds)}`,
  }
}

/** The agency's id of a contact of an opportunity, if it knows the contact. Looked up row by row, however many contacts are shared. */
const knownContact = ({ connectionId, sharing }: Share, contactId: string) => sql`(
  select known.shared_id from shared_record as known
  where known.client_id = ${sharing.clientId} and known.connection_id = ${connectionId} and known.object = 'contact'
    and known.state <> 'removed' and known.record_id = ${sql.ref(contactId)} offset 0)`

const opportunities = (share: Share, scope: Scope | undefined): Rows => {
  const columns = opportunityColumns(share)
  return {
    table: 'opportunity',
    columns: Object.keys(columns),
    among: scope?.shared.opportunityIds,
    except: scope ? undefined : withdrawn(share, 'opportunity'),
    rows: sql`select shared.shared_id as id, ${listed(columns)} from shared_record as shared
      join opportunity on opportunity.client_id = ${share.sharing.clientId} and opportunity.id = shared.record_id
      left join lateral ${knownContact(share, 'opportunity.contact_id')} as shared_contact on true
      where ${sharedRecords(share, 'opportunity', scope?.records.opportunityIds)}`,
  }
}

/** After a merge, one contact may be in an opportunity twice. */
const parties = (share: Share, scope: Scope | undefined): Rows => ({
  table: 'opportunity_contact',
  columns: ['contact_id', 'is_primary'],
  among: scope?.shared.opportunityIds,
  except: scope ? undefined : withdrawn(share, 'opportunity'),
  rows: sql`select shared.shared_id as opportunity_id, shared_contact.shared_id::text as contact_external_id,
      shared_contact.shared_id as contact_id, bool_or(party.is_primary) as is_primary
    from shared_record as shared
    join opportunity_contact as party on party.client_id = ${share.sharing.clientId} and party.opportunity_id = shared.record_id
    cross join lateral ${knownContact(share, 'party.contact_id')} as shared_contact
    where ${sharedRecords(share, 'opportunity', scope?.records.opportunityIds)}
    group by shared.shared_id, shared_contact.shared_id`,
})

const stageEvents = (share: Share, scope: Scope | undefined): Rows => ({
  table: 'stage_event',
  columns: ['seq', 'pipeline_external_id', 'provenance', 'learned_at', 'run_id'],
  among: scope?.shared.opportunityIds,
  except: scope ? undefined : withdrawn(share, 'opportunity'),
  rows: sql`select shared.shared_id as opportunity_id, event.at, event.raw_stage, event.seq, event.pipeline_external_id,
      event.provenance, event.learned_at, ${share.connectionId}::uuid as run_id
    from shared_record as shared
    join stage_event as event on event.client_id = ${share.sharing.clientId} and event.opportunity_id = shared.record_id
      and event.deleted_at is null
    ${hasStageEvents(share) ? sql`where ${sharedRecords(share, 'opportunity', scope?.records.opportunityIds)}` : none}`,
})

/** Without what could identify a browser. The vendor's own key may say more than the agency may know. */
const touches = (share: Share, scope: Scope | undefined): Rows => ({
  table: 'touch',
  columns: ['at', 'channel', 'kind', 'source', 'medium', 'campaign', 'run_id'],
  among: scope?.shared.contactIds,
  except: scope ? undefined : withdrawn(share, 'contact'),
  rows: sql`select shared.shared_id as contact_id, md5(shared.shared_id::text || touch.key) as key, touch.at, touch.channel,
      touch.kind, touch.source, touch.medium, touch.campaign, ${share.connectionId}::uuid as run_id
    from shared_record as shared
    join touch on touch.client_id = ${share.sharing.clientId} and touch.contact_id = shared.record_id
    ${hasTouches(share) ? sql`where ${sharedRecords(share, 'contact', scope?.records.contactIds)}` : none}`,
})

/** Pipelines of shared opportunities. Those of withdrawn ones stay. */
const usedPipelines = (share: Share, scope: Scope | undefined) => sql`
  select opportunity.pipeline_external_id from shared_record as shared
  join opportunity on opportunity.client_id = ${share.sharing.clientId} and opportunity.id = shared.record_id
  where shared.client_id = ${share.sharing.clientId} and shared.connection_id = ${share.connectionId}
    and shared.object = 'opportunity' and shared.state <> 'removed'
    ${scope ? sql`and shared.record_id = any(${scope.records.opportunityIds}::uuid[])` : sql``}`

const pipelines = (share: Share, scope: Scope | undefined): Rows => ({
  table: 'pipeline',
  columns: ['name', 'order_index', 'deleted_at'],
  isAdding: scope !== undefined,
  rows: sql`select pipeline.external_id, ${pipelineName(share)} as name, pipeline.order_index, pipeline.deleted_at from pipeline
    where pipeline.client_id = ${share.sharing.clientId} and pipeline.data_source_id = ${share.criteria.integration_id}
      and pipeline.external_id in (${usedPipelines(share, scope)}) ${hasPipelines(share) ? sql`` : sql`and false`}`,
})

const stages = (share: Share, scope: Scope | undefined): Rows => ({
  table: 'pipeline_stage',
  columns: ['name', 'order_index', 'outcome', 'deleted_at'],
  isAdding: scope !== undefined,
  rows: sql`select stage.pipeline_external_id, stage.external_id, stage.name, stage.order_index, stage.outcome, stage.deleted_at
    from pipeline_stage as stage
    where stage.client_id = ${share.sharing.clientId} and stage.data_source_id = ${share.criteria.integration_id}
      and stage.pipeline_external_id in (${usedPipelines(share, scope)})
      ${hasPipelines(share) && sharesStages(share) ? sql`` : sql`and false`}`,
})

/** Names only. */
const owners = (share: Share, scope: Scope | undefined): Rows => {
  const used = (object: 'contact' | 'opportunity', ids: readonly string[] | undefined) => sql`
    select record.owner_external_id from shared_record as shared
    join ${sql.table(object)} as record on record.client_id = ${share.sharing.clientId} and record.id = shared.record_id
    where ${sharedRecords(share, object, ids)}`
  return {
    table: 'crm_owner',
    columns: ['name'],
    isAdding: scope !== undefined,
    rows: sql`select owner.external_id, owner.name from crm_owner as owner
      where owner.client_id = ${share.sharing.clientId} and owner.data_source_id = ${share.criteria.integration_id}
        and owner.external_id in (${used('contact', scope?.records.contactIds)} union
          ${used('opportunity', scope?.records.opportunityIds)})
        ${hasOwners(share) ? sql`` : sql`and false`}`,
  }
}

/** Rows that cannot differ: none of their records is in the scope. */
const isTouched = ({ among, isAdding }: Rows, scope: Scope | undefined): boolean => {
  if (scope === undefined) return true
  return isAdding ? scope.shared.contactIds.length + scope.shared.opportunityIds.length > 0 : (among ?? []).length > 0
}

/** In the order of the tables. */
export const rowsOf = (share: Share, scope?: Scope): Rows[] => {
  const all = [
    pipelines(share, scope),
    stages(share, scope),
    owners(share, scope),
    contacts(share, scope),
    opportunities(share, scope),
    parties(share, scope),
    stageEvents(share, scope),
    touches(share, scope),
  ]
  const isNeeded = { pipeline: hasPipelines(share), pipeline_stage: hasPipelines(share), crm_owner: hasOwners(share) }
  const isUnused = ({ table }: Rows): boolean =>
    scope !== undefined && table in isNeeded && !isNeeded[table as keyof typeof isNeeded]
  return all.filter((rows) => isTouched(rows, scope) && !isUnused(rows))
}
