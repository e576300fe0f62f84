// The rows that the agency should have, as selections from the company's rows.
import { sql, type RawBuilder } from 'kysely'
import type { NamedIds } from '../crm/model.ts'
import type { Rows } from '../crm/projecting/service.ts'
import {
  contactColumns,
  hadAnyOf,
  hasStageEvents,
  hasTouches,
  opportunityColumns,
  pipelineName,
  sharesStages,
} from './column-queries.ts'
import type { Share, SharedIds } from './model.ts'

/** The records whose rows are projected: their ids in both accounts. Absent: all. */
interface Scope {
  records: SharedIds
  shared: SharedIds
}

interface Extent {
  scope?: Scope | undefined
  /** Fields that the rows may have, and that are no longer shared. */
  lost?: readonly string[]
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

const contacts = (share: Share, { scope, lost = [] }: Extent): Rows => {
  const columns = contactColumns(share)
  return {
    table: 'contact',
    columns: Object.keys(columns),
    among: scope?.shared.contactIds,
    except: scope ? undefined : withdrawn(share, 'contact'),
    loses: hadAnyOf('contact', lost),
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

const opportunities = (share: Share, { scope, lost = [] }: Extent): Rows => {
  const columns = opportunityColumns(share)
  return {
    table: 'opportunity',
    columns: Object.keys(columns),
    among: scope?.shared.opportunityIds,
    except: scope ? undefined : withdrawn(share, 'opportunity'),
    loses: hadAnyOf('opportunity', lost),
    rows: sql`select shared.shared_id as id, ${listed(columns)} from shared_record as shared
      join opportunity on opportunity.client_id = ${share.sharing.clientId} and opportunity.id = shared.record_id
      left join lateral ${knownContact(share, 'opportunity.contact_id')} as shared_contact on true
      where ${sharedRecords(share, 'opportunity', scope?.records.opportunityIds)}`,
  }
}

/** After a merge, one contact may be in an opportunity twice. */
const parties = (share: Share, { scope }: Extent): Rows => ({
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

const stageEvents = (share: Share, { scope }: Extent): Rows => ({
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

/** Without what could identify a browser. The vendor's own key may say more than the agency may know; it stays when the contact gets another id. */
const touches = (share: Share, { scope }: Extent): Rows => ({
  table: 'touch',
  columns: ['at', 'channel', 'kind', 'source', 'medium', 'campaign', 'run_id'],
  among: scope?.shared.contactIds,
  except: scope ? undefined : withdrawn(share, 'contact'),
  rows: sql`select shared.shared_id as contact_id, md5(shared.record_id::text || touch.key) as key, touch.at, touch.channel,
      touch.kind, touch.source, touch.medium, touch.campaign, ${share.connectionId}::uuid as run_id
    from shared_record as shared
    join touch on touch.client_id = ${share.sharing.clientId} and touch.contact_id = shared.record_id
    ${hasTouches(share) ? sql`where ${sharedRecords(share, 'contact', scope?.records.contactIds)}` : none}`,
})

/** In the order of the tables. Those of a scope without records cannot differ. */
export const recordRows = (share: Share, extent: Extent = {}): Rows[] => {
  const all = [
    contacts(share, extent),
    opportunities(share, extent),
    parties(share, extent),
    stageEvents(share, extent),
    touches(share, extent),
  ]
  return all.filter(({ among }) => among === undefined || among.length > 0)
}

const ofSource = ({ sharing, criteria }: Share) => sql`
  client_id = ${sharing.clientId} and data_source_id = ${criteria.integration_id}`

/** What the pipelines, stages and owners are called that the agency's rows name. With `among`: only of these. */
export const nameRows = (share: Share, { pipelineIds, ownerIds }: NamedIds, among?: NamedIds): Rows[] => [
  {
    table: 'pipeline',
    columns: ['name', 'order_index', 'deleted_at'],
    among: among?.pipelineIds,
    rows: sql`select external_id, ${pipelineName(share)} as name, order_index, deleted_at from pipeline
      where ${ofSource(share)} and external_id = any(${pipelineIds}::text[])`,
  },
  {
    table: 'pipeline_stage',
    columns: ['name', 'order_index', 'outcome', 'deleted_at'],
    among: among?.pipelineIds,
    rows: sql`select pipeline_external_id, external_id, name, order_index, outcome, deleted_at from pipeline_stage
      where ${ofSource(share)} and pipeline_external_id = any(${sharesStages(share) ? pipelineIds : []}::text[])`,
  },
  {
    table: 'crm_owner',
    columns: ['name'],
    among: among?.ownerIds,
    rows: sql`select external_id, name from crm_owner
      where ${ofSource(share)} and external_id = any(${ownerIds}::text[])`,
  },
]
