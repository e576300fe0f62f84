// What it costs to give an agency the rows that a company shares, compared with inserting the same rows by hand.
import { sql } from 'kysely'
import { emptyCriteria } from '#contract/criteria/criteria.ts'
import { insertConnection } from '#server/modules/connections/queries.ts'
import { createSharedSource } from '#server/modules/crm/service.ts'
import type { Share } from '#server/modules/projection/model.ts'
import { projectAll, projectChanged } from '#server/modules/projection/service.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { Figure } from '../bench.ts'
import type { Filled } from './fill.ts'

const idle = { enqueue: async () => {} }

export const openShare = async (database: Database, { clientId, integrationId }: Filled): Promise<Share> => {
  const [agencyId, connectionId] = [newId(), newId()]
  await database.asSystem('bench: a connection', async (tx) => {
    await tx
      .insertInto('client')
      .values({ client_id: agencyId, name: `Northlight ${agencyId}`, type: 'AGENCY' })
      .execute()
    const address = 'ana@northlight.example'
    await insertConnection(tx, {
      client_id: clientId,
      id: connectionId,
      side: 'COMPANY',
      invited_by: 'AGENCY',
      partner_name: 'Northlight',
      partner_id: agencyId,
      partner_email: address,
      partner_email_norm: address,
      inviter_user_id: null,
      invited_as: 'admin',
      message: null,
      sent_at: new Date(),
      expires_at: null,
    })
    await createSharedSource(tx, { clientId: agencyId, dataSourceId: connectionId }, { companyId: clientId, isReadable: true })
  })
  return {
    connectionId,
    agencyId,
    version: 1,
    criteria: { ...emptyCriteria(integrationId), type_of_data: 'BASIC' },
    sharing: { clientId, exclusionTag: 'do-not-share', excludedIds: [], acceptedAt: null },
  }
}

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const begun = performance.now()
  const result = await work()
  return { ms: performance.now() - begun, result }
}

const contactColumns = sql.raw(
  `external_id, first_name, last_name, email, email_norm, phone, phone_norm, source, created_at, content_hash, run_id`,
)
const opportunityColumns = sql.raw(
  `external_id, contact_id, amount, currency, pipeline_external_id, raw_stage, provider_outcome, source, created_at, closed_at, content_hash, run_id`,
)

/** The rows that the agency has now, inserted into another account without asking anything. */
const insertByHand = async (tx: Tx, from: Share, into: Share): Promise<void> => {
  const [had, has] = [from.agencyId, into.agencyId]
  const source = sql`${into.connectionId}::uuid`
  await sql`insert into contact (client_id, data_source_id, id, ${contactColumns})
    select ${has}::uuid, ${source}, id, ${contactColumns} from contact where client_id = ${had}`.execute(tx)
  await sql`insert into opportunity (client_id, data_source_id, id, ${opportunityColumns})
    select ${has}::uuid, ${source}, id, ${opportunityColumns} from opportunity where client_id = ${had}`.execute(tx)
  await sql`insert into opportunity_contact (client_id, data_source_id, opportunity_id, contact_external_id, contact_id, is_primary)
    select ${has}::uuid, ${source}, opportunity_id, contact_external_id, contact_id, is_primary from opportunity_contact
    where client_id = ${had}`.execute(tx)
  await sql`insert into stage_event (client_id, opportunity_id, at, raw_stage, seq, pipeline_external_id, provenance, learned_at, run_id)
    select ${has}::uuid, opportunity_id, at, raw_stage, seq, pipeline_external_id, provenance, learned_at, run_id from stage_event
    where client_id = ${had}`.execute(tx)
  await sql`insert into touch (client_id, contact_id, key, at, channel, kind, source, medium, campaign, run_id)
    select ${has}::uuid, contact_id, key, at, channel, kind, source, medium, campaign, run_id from touch
    where client_id = ${had}`.execute(tx)
}

const changesOf = (database: Database, { clientId, integrationId }: Filled, page: number) =>
  database.asSystem('bench: a page of changes', async (tx) => {
    const { rows } = await sql<{ id: string }>`update contact set city = 'Oslo', last_name = 'Page' || ${page}::text
      where client_id = ${clientId} and id in (select id from contact where client_id = ${clientId}
        and data_source_id = ${integrationId} and deleted_at is null order by id offset ${page * 200} limit 200)
      returning id`.execute(tx)
    return { contactIds: rows.map(({ id }) => id), opportunityIds: [] }
  })

const pages = 20

/** A full pass, the same rows by hand, a pass without changes, and pages of changes as a sync commits them. */
export const projectionFigures = async (database: Database, filled: Filled): Promise<Figure[]> => {
  const system = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem('bench: project', work)
  const [alone, share, other] = [
    await openShare(database, filled),
    await openShare(database, filled),
    await openShare(database, filled),
  ]
  alone.criteria.record_types = ['contact']
  const first = await timed(() => system((tx) => projectAll(tx, idle, alone, { isNewVersion: true })))
  const full = await timed(() => system((tx) => projectAll(tx, idle, share, { isNewVersion: true })))
  const rows = Object.values(full.result.counts).reduce((sum, { written }) => sum + written, 0)
  const contacts = full.result.counts.contact?.written ?? 0
  const byHand = await timed(() => system((tx) => insertByHand(tx, share, other)))
  const again = await timed(() => system((tx) => projectAll(tx, idle, share, { isNewVersion: true })))
  const times: number[] = []
  for (let page = 0; page < pages; page += 1) {
    const changed = await changesOf(database, filled, page)
    times.push((await timed(() => system((tx) => projectChanged(tx, idle, share, changed)))).ms)
  }
  const perHundred = (ms: number): number => (ms / 1000) * (100_000 / contacts)
  return [
    { name: 'full pass, 100,000 contacts', value: perHundred(first.ms), unit: 's', target: 10, better: 'lower' },
    {
      name: '  with opportunities, stage history and touches',
      value: perHundred(full.ms),
      unit: 's',
      target: 10,
      better: 'lower',
    },
    { name: '  rows in a second', value: Math.round((rows / full.ms) * 1000), unit: '/s', target: 0, better: 'higher' },
    { name: '  against INSERT … SELECT of the same rows', value: byHand.ms / full.ms, unit: '×', target: 0.5, better: 'higher' },
    {
      name: '  that finds nothing changed',
      value: perHundred(again.ms),
      unit: 's',
      target: 10,
      better: 'lower',
    },
    {
      name: 'page of 200 changed contacts in the agency: p50',
      value: Math.round(times.toSorted((a, b) => a - b)[pages / 2] ?? 0),
      unit: 'ms',
      target: 5000,
      better: 'lower',
    },
  ]
}
