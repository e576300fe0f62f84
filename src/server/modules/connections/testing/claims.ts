// An agency with a ghost company, and the company that takes it over.
import { sql } from 'kysely'
import { chooseClaim, getClaim, listClaimed, type ClaimChoice } from '#contract/connections/claims.ts'
import { acceptConnection, createConnection, type Connection } from '#contract/connections/connections.ts'
import { listGhostCompanies, type GhostCompany } from '#contract/ghost-companies/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import type { Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser, type World } from '#server/testing/world.ts'
import { saveRecords } from '../../crm/service.ts'
import { contact, opportunity, touch } from '../../crm/testing/records.ts'
import { openConnected } from '../../ghost-companies/testing/sheets.ts'
import { storeCounts } from '../../syncs/service.ts'
import { openAgency, openCompany } from './pairs.ts'

export const choose = (user: TestUser, id: string, choice: ClaimChoice, people: number) =>
  user.call(chooseClaim, { params: { id }, body: { choice, people } })
export const claimOf = (user: TestUser, id: string) => user.call(getClaim, { params: { id } })
export const rowsOf = (user: TestUser, id: string, query: { page?: number; size?: number; search?: string } = {}) =>
  user.call(listClaimed, { params: { id }, query })

export const ghostOf = async (ana: TestUser, id: string): Promise<GhostCompany> => {
  const { body } = await ana.call(listGhostCompanies, { query: {} })
  const found = body.items.find((item) => item.id === id)
  if (!found) throw new Error('There is no such ghost company')
  return found
}

export const inviteFor = (ana: TestUser, partnerEmail: string, ghost: { ghost_id: string } | { ghostId: string }) =>
  ana.call(createConnection, { body: { name: 'Atlas Roofing', partnerEmail, ...ghost } })

const origin = { source: 'google', medium: 'cpc', clickId: 'abc', landingUrl: 'https://atlas.example/roof', referrer: null }

/** What the sheet does not have: stages that opportunities went through, and touches. */
const withHistory = (world: World, agencyId: string, dataSourceId: string, sheetRows: number) => {
  const context = { clientId: agencyId, dataSourceId, runId: newId(), at: new Date(), dispatcher: world.dispatcher }
  const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`
  const contacts = ['femi', 'ada'].map((id, n) =>
    contact(id, {
      firstName: id,
      lastName: 'Ames',
      email: `${id}@atlas.example`,
      createdAt: day(1 + n),
      touches: [touch(`click ${id}`, { ...origin, at: day(1) })],
    }),
  )
  const deal = (id: string, outcome: 'won' | 'open') =>
    opportunity(`deal ${id}`, {
      contactIds: [id],
      amount: '11900.00',
      currency: 'USD',
      createdAt: day(2),
      pipelineId: 'roofs',
      stageId: 'estimate',
      outcome,
      history: [
        { stageId: 'inspection', pipelineId: 'roofs', at: day(2) },
        { stageId: 'estimate', pipelineId: 'roofs', at: day(4) },
      ],
    })
  const stages = ['inspection', 'estimate'].map((externalId, order) => ({
    externalId,
    name: externalId,
    order,
    outcome: 'open' as const,
  }))
  const batch = {
    contacts,
    opportunities: [deal('femi', 'won'), deal('ada', 'open')],
    pipelines: [{ externalId: 'roofs', name: 'Roofs', order: 0, stages }],
  }
  return world.database.asSystem('test: history', async (tx) => {
    await saveRecords(tx, context, batch, { historyComesApart: false })
    const ref = { clientId: agencyId, integrationId: dataSourceId }
    await storeCounts(tx, ref, { contacts: sheetRows + contacts.length, opportunities: batch.opportunities.length })
  })
}

export interface Claimed {
  ana: TestUser
  priya: TestUser
  ghostId: string
  /** Data sources of the ghost company. */
  sourceIds: string[]
  id: string
}

/** Ana keeps a sheet of Atlas Roofing. */
export const openGhost = async (stage: Stage, sheetRows: number, name = 'Atlas Roofing') => {
  const ana = await openAgency(stage.world)
  const { id: ghostId, integrationId, sheet } = await openConnected(stage, sheetRows, ana, name)
  await withHistory(stage.world, ana.user.clientId, integrationId, sheetRows)
  return { ana, ghostId, integrationId, sheet }
}

/** Priya's company, whose CRM syncs. */
export const openClaimant = async (stage: Stage): Promise<TestUser> => {
  const priya = await openCompany(stage.world)
  const airtable = stage.play('airtable')
  const account = airtable.newAccount('CRM of Atlas', { people: 3, deals: 1 })
  await connectToRead(priya, 'airtable', airtable.toConnect(account))
  return priya
}

export const accept = async (user: TestUser, id: string): Promise<Connection> => {
  const { status, body, error } = await user.call(acceptConnection, { params: { id }, body: {} })
  if (status !== 200) throw new Error(`Not accepted: ${JSON.stringify(error)}`)
  return body
}

/** Invited, and accepted: the company can choose. */
export const openClaim = async (stage: Stage, sheetRows = 5): Promise<Claimed> => {
  const { ana, ghostId, integrationId } = await openGhost(stage, sheetRows)
  const priya = await openClaimant(stage)
  const { body, error } = await inviteFor(ana, priya.email, { ghost_id: ghostId })
  if (!body?.id) throw new Error(`Not invited: ${JSON.stringify(error)}`)
  await accept(priya, body.id)
  return { ana, priya, ghostId, sourceIds: [integrationId], id: body.id }
}

/** All rows of data sources, as they are stored. */
export const countStored = async ({ database }: World, clientId: string, ids: readonly string[]) => {
  const { rows } = await database.asSystem('test: what is stored', (tx) =>
    sql<Record<'contacts' | 'opportunities' | 'stage_events' | 'touches', number>>`
      select (select count(*) from contact where client_id = ${clientId} and data_source_id = any(${ids}::uuid[])) as contacts,
        (select count(*) from opportunity where client_id = ${clientId} and data_source_id = any(${ids}::uuid[])) as opportunities,
        (select count(*) from stage_event where client_id = ${clientId} and opportunity_id in (
          select id from opportunity where client_id = ${clientId} and data_source_id = any(${ids}::uuid[]))) as stage_events,
        (select count(*) from touch where client_id = ${clientId} and contact_id in (
          select id from contact where client_id = ${clientId} and data_source_id = any(${ids}::uuid[]))) as touches`.execute(tx),
  )
  const [counted] = rows
  if (!counted) throw new Error('Nothing was counted')
  return counted
}

export const nothing = { contacts: 0, opportunities: 0, stage_events: 0, touches: 0 }

/** Every row of the account, of all sources but these. */
export const countOthers = async (world: World, clientId: string, except: readonly string[] = []) => {
  const ids = await world.database.asSystem('test: data sources', (tx) =>
    tx.selectFrom('data_source').select('id').where('client_id', '=', clientId).execute(),
  )
  return countStored(
    world,
    clientId,
    ids.map(({ id }) => id).filter((id) => !except.includes(id)),
  )
}

export const noHistory = { stages: [], touches: [], contacts: [] }

/** What can be compared of rows that got other ids. */
export const historyOf = ({ database }: World, clientId: string, ids: readonly string[]) =>
  database.asSystem('test: history', async (tx) => {
    const { rows: stages } = await sql`
      select contact.email, opportunity.amount::text, opportunity.currency, opportunity.provider_outcome, opportunity.created_at,
        event.at, event.raw_stage, event.seq, event.provenance, event.learned_at, pipeline.name as pipeline
      from stage_event as event
      join opportunity on opportunity.client_id = event.client_id and opportunity.id = event.opportunity_id
      left join contact on contact.client_id = event.client_id and contact.id = opportunity.contact_id
      left join pipeline on pipeline.client_id = event.client_id and pipeline.data_source_id = opportunity.data_source_id
        and pipeline.external_id = event.pipeline_external_id
      where event.client_id = ${clientId} and opportunity.data_source_id = any(${ids}::uuid[])
      order by contact.email, event.at, event.seq, event.raw_stage`.execute(tx)
    const { rows: touches } = await sql`
      select contact.email, contact.created_at, contact.source as "contactSource", touch.key, touch.at, touch.channel, touch.kind,
        touch.source, touch.medium, touch.campaign, touch.click_id, touch.landing_url
      from touch join contact on contact.client_id = touch.client_id and contact.id = touch.contact_id
      where touch.client_id = ${clientId} and contact.data_source_id = any(${ids}::uuid[])
      order by contact.email, touch.at, touch.key`.execute(tx)
    const { rows: contacts } = await sql`
      select external_id, first_name, last_name, email, email_norm, phone, phone_norm, source, tags, fields, created_at, updated_at
      from contact where client_id = ${clientId} and data_source_id = any(${ids}::uuid[]) and deleted_at is null
      order by external_id`.execute(tx)
    return { stages, touches, contacts }
  })

/** Once the jobs that erase have ended. */
export const untilErased = (world: World, clientId: string, ids: readonly string[]): Promise<true> =>
  eventually(async () => {
    const left = await world.database.asSystem('test: data sources', (tx) =>
      tx.selectFrom('data_source').select('id').where('client_id', '=', clientId).where('id', 'in', ids).execute(),
    )
    return left.length === 0 ? true : undefined
  })
