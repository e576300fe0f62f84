// Records as they are stored, for senders that only say what is new about them.
import type { Tx } from '#server/platform/db/scope.ts'
import type { ContactRecord, DataSourceRef, OpportunityRecord, PipelineRecord, StageEntry } from '../model.ts'
import { emailKey, phoneKey } from '../saving/normalise.ts'
import * as listing from './listing-queries.ts'
import * as queries from './queries.ts'

export interface StoredContact {
  id: string
  record: ContactRecord
}

export interface StoredOpportunity {
  id: string
  contactId: string | null
  record: OpportunityRecord
  /** In the order of their times. */
  stages: readonly StageEntry[]
}

type ContactRow = Awaited<ReturnType<typeof queries.selectContacts>>[number]
type OpportunityRow = Awaited<ReturnType<typeof queries.selectOpportunities>>[number]

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

const contactOf = (row: ContactRow): StoredContact => ({
  id: row.id,
  record: {
    externalId: row.external_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    city: row.city,
    region: row.region,
    postalCode: row.postal_code,
    country: row.country,
    source: row.source,
    ownerId: row.owner_external_id,
    tags: row.tags,
    fields: row.fields as ContactRecord['fields'],
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    touches: [],
    raw: null,
  },
})

const opportunityOf = (row: OpportunityRow, stages: readonly StageEntry[], contactIds: readonly string[]): StoredOpportunity => ({
  id: row.id,
  contactId: row.contact_id,
  stages,
  record: {
    externalId: row.external_id,
    name: row.name,
    amount: row.amount,
    currency: row.currency,
    pipelineId: row.pipeline_external_id,
    stageId: row.raw_stage,
    outcome: row.provider_outcome as OpportunityRecord['outcome'],
    outcomeReason: row.outcome_reason,
    ownerId: row.owner_external_id,
    source: row.source,
    contactIds,
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    closedAt: timeOf(row.closed_at),
    stageSince: null,
    fields: row.fields as OpportunityRecord['fields'],
    raw: null,
  },
})

/** Contacts by the data source's ids. */
export const loadContacts = async (tx: Tx, source: DataSourceRef, externalIds: readonly string[]): Promise<StoredContact[]> =>
  externalIds.length === 0 ? [] : (await queries.selectContacts(tx, source, externalIds)).map(contactOf)

/** Opportunities by the data source's ids, and all of these contacts, the oldest first. */
export const loadOpportunities = async (
  tx: Tx,
  source: DataSourceRef,
  wanted: { externalIds: readonly string[]; contactIds: readonly string[] },
): Promise<StoredOpportunity[]> => {
  if (wanted.externalIds.length + wanted.contactIds.length === 0) return []
  const rows = await queries.selectOpportunities(tx, source, wanted)
  const ids = rows.map(({ id }) => id)
  const events = ids.length === 0 ? [] : await queries.selectStageEvents(tx, source.clientId, ids)
  const parties = ids.length === 0 ? [] : await queries.selectParties(tx, source.clientId, ids)
  const eventsOf = Map.groupBy(events, (event) => event.opportunity_id)
  const partiesOf = Map.groupBy(parties, (party) => party.opportunity_id)
  return rows.map((row) => {
    const stages = (eventsOf.get(row.id) ?? []).map((event) => ({
      stageId: event.raw_stage,
      pipelineId: row.pipeline_external_id,
      at: event.at.toISOString(),
    }))
    return opportunityOf(
      row,
      stages,
      (partiesOf.get(row.id) ?? []).map((party) => party.contact_external_id),
    )
  })
}

type Stage = PipelineRecord['stages'][number] & { pipelineId: string }

export const loadStages = async (tx: Tx, source: DataSourceRef): Promise<Stage[]> =>
  (await queries.selectStages(tx, source)).map((row) => ({
    pipelineId: row.pipeline_external_id,
    externalId: row.external_id,
    name: row.name,
    order: row.order_index,
    outcome: row.outcome as Stage['outcome'],
  }))

/** The forms in which addresses and numbers are compared. */
export const comparableIdentifiers = (given: { email: string | null; phone: string | null }) => ({
  email: emailKey(given.email),
  phone: phoneKey(given.phone, null),
})

/** Everything that data sources have, row by row. */
export const listRows = async (tx: Tx, sources: listing.ListedSources, page: listing.ListedPage) => ({
  items: await listing.selectListed(tx, sources, page),
  total: await listing.countListed(tx, sources, page.search),
})

/** The same in numbers, by data source. One that has nothing is not there. */
export const countRows = async (tx: Tx, sources: listing.ListedSources): Promise<Map<string, listing.CountedSource>> =>
  new Map(sources.ids.length === 0 ? [] : (await listing.countBySource(tx, sources)).map((counted) => [counted.id, counted]))
