// A company takes over what an agency kept for it as a ghost company.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import type { Claim, ClaimChoice } from '#contract/connections/claims.ts'
import { getConnection } from '#contract/connections/connections.ts'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { listEvents } from '#contract/events/events.ts'
import { getGhostSheet } from '#contract/ghost-companies/sheets.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { type TestUser } from '#server/testing/world.ts'
import {
  ghostOf,
  choose,
  claimOf,
  countOthers,
  countStored,
  historyOf,
  noHistory,
  nothing,
  openClaim,
  rowsOf,
  untilErased,
} from '../testing/claims.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const listed = async (user: TestUser, query: object = {}) =>
  (await user.call(listContacts, { query: { size: 100, ...query } })).body
const lookAt = async (user: TestUser, id: string) => (await user.call(getConnection, { params: { id }, query: {} })).body
const eventsOf = async (user: TestUser) => (await user.call(listEvents, { query: { limit: 100 } })).body.items
const noticesOf = async (user: TestUser) => (await user.call(listNotifications, { query: { size: 100 } })).body.items
const auditOf = async (user: TestUser) =>
  (await user.call(listAudit, { query: { limit: 100 } })).body.items.filter(({ action }) => action.startsWith('connection.claim'))

describe('What an agency kept for a company [PARTNER-09]', () => {
  it('is told to the company in numbers and row by row as soon as it accepts, and nothing has moved', async () => {
    const claimed = await openClaim(stage)
    const { ana, priya, ghostId, sourceIds, id } = claimed
    const own = await listed(priya)
    const { body } = await claimOf(priya, id)
    expect(body).toMatchObject({
      state: 'open',
      company_name: 'Atlas Roofing',
      people: 7,
      opportunities: 2,
      won: 1,
      chosen_at: null,
      counts: null,
      integration_id: null,
    })
    expect(body.sources).toEqual([{ kind: 'sheet', name: expect.any(String), people: 7, opportunities: expect.any(Number) }])
    const all = await rowsOf(priya, id, { size: 100 })
    expect([all.body.total, all.body.items.length]).toEqual([7, 7])
    expect([body.until, body.since]).toEqual([all.body.items[0]?.created, all.body.items.at(-1)?.created])
    const femi = all.body.items.find(({ email }) => email === 'femi@atlas.example')
    expect(femi).toMatchObject({
      name: 'femi Ames',
      created: '2026-03-01T10:00:00.000Z',
      stage: 'estimate',
      outcome: 'won',
      amount: '11900.00',
      currency: 'USD',
      opportunities: 1,
    })
    const pages = [await rowsOf(priya, id, { size: 4, page: 1 }), await rowsOf(priya, id, { size: 4, page: 2 })]
    expect(pages.flatMap((page) => page.body.items)).toEqual(all.body.items)
    for (const search of ['ames', 'FEMI@atlas', 'Femi A']) {
      const found = (await rowsOf(priya, id, { search })).body
      expect(found.items.map(({ email }) => email)).toContain('femi@atlas.example')
      expect(found.total).toBe(found.items.length)
    }
    expect((await rowsOf(priya, id, { search: 'nobody else' })).body).toEqual({ items: [], total: 0 })

    expect((await claimOf(ana, id)).body).toMatchObject({ state: 'open', people: null, sources: [], since: null })
    expect([(await lookAt(ana, id)).claim, (await lookAt(ana, id)).ghostId]).toEqual(['open', ghostId])
    expect([(await lookAt(priya, id)).claim, (await lookAt(priya, id)).ghostId]).toEqual(['open', null])
    expect(await ghostOf(ana, ghostId)).toMatchObject({
      status: 'connected',
      people: 7,
      claimable: false,
      claim: { connection_id: id, state: 'open' },
    })
    expect((await listed(ana, { connection_id: ghostId })).total).toBe(7)
    expect(await listed(priya)).toEqual(own)
    expect(await countStored(stage.world, ana.user.clientId, sourceIds)).toMatchObject({ contacts: 7, opportunities: 2 })
    expect((await noticesOf(priya)).map(({ kind }) => kind)).toContain('connection.claim_opened')
    for (const user of [ana, priya]) expect((await eventsOf(user)).map(({ event }) => event)).toContain('connection.claim_opened')
  })

  const choices: { choice: ClaimChoice; state: 'kept' | 'kept_counts' | 'erased'; kept: number; counted: string[] }[] = [
    { choice: 'keep', state: 'kept', kept: 7, counted: [] },
    {
      choice: 'keep_counts',
      state: 'kept_counts',
      kept: 0,
      counted: ['7 contacts', '1 2026-03 Paid Search estimate open', '1 2026-03 Paid Search estimate won'],
    },
    { choice: 'erase', state: 'erased', kept: 0, counted: [] },
  ]

  const countedIn = ({ counts }: Claim): string[] => {
    if (counts === null) return []
    const contacts = counts.contacts.reduce((all, { count }) => all + count, 0)
    const opportunities = counts.opportunities.map(
      ({ count, month, channel, stage: name, outcome }) => `${count} ${month} ${channel} ${name} ${outcome}`,
    )
    return [`${contacts} contacts`, ...opportunities]
  }

  it.each(choices)('leaves the agency at once and for good, whatever the company chooses: $choice', async (expected) => {
    const { choice, state } = expected
    const { ana, priya, ghostId, sourceIds, id } = await openClaim(stage)
    const [agencyId, companyId] = [ana.user.clientId, priya.user.clientId]
    await settledSources(priya)
    const before = await countStored(stage.world, agencyId, sourceIds)
    expect(before).toEqual({ contacts: 7, opportunities: 2, stage_events: expect.any(Number), touches: expect.any(Number) })
    expect([before.stage_events >= 4, before.touches >= 2]).toEqual([true, true])
    const [ownBefore, listedBefore] = [await countOthers(stage.world, companyId), (await listed(priya)).total]
    const history = await historyOf(stage.world, agencyId, sourceIds)

    const chosen = await choose(priya, id, choice, 7)
    expect([chosen.status, chosen.body]).toMatchObject([200, { state, people: 7, opportunities: 2, won: 1 }])

    expect((await listed(ana)).items).toEqual([])
    expect((await ana.call(listContacts, { query: { connection_id: ghostId } })).status).toBe(404)
    expect((await listed(ana, { search: 'femi@atlas.example' })).total).toBe(0)
    const claim = { connection_id: id, state }
    const gone = { status: 'claimed', people: 0, opportunities: 0, claimable: false, claim }
    expect(await ghostOf(ana, ghostId)).toMatchObject(gone)
    expect((await ana.call(getGhostSheet, { params: { id: ghostId } })).body).toMatchObject({ connected: false, problems: [] })
    expect((await claimOf(ana, id)).body).toMatchObject({ state, people: null, counts: null, integration_id: null })
    expect([(await lookAt(ana, id)).claim, (await lookAt(priya, id)).claim]).toEqual([state, state])

    const kept = [chosen.body.integration_id].filter((one) => one !== null)
    const [stored, historyHere] = expected.kept > 0 ? [before, history] : [nothing, noHistory]
    expect(await countStored(stage.world, companyId, kept)).toEqual(stored)
    expect(await historyOf(stage.world, companyId, kept)).toEqual(historyHere)
    expect(await countOthers(stage.world, companyId, kept)).toEqual(ownBefore)
    expect((await listed(priya)).total).toBe(listedBefore + expected.kept)
    expect(countedIn(chosen.body)).toEqual(expected.counted)
    const own = await countOthers(stage.world, companyId)

    await untilErased(stage.world, agencyId, sourceIds)
    expect(await countOthers(stage.world, agencyId)).toEqual(nothing)
    expect(await countOthers(stage.world, companyId)).toEqual(own)
    expect([(await listed(priya)).total, (await listed(ana)).total]).toEqual([listedBefore + expected.kept, 0])
    expect((await ana.call(listIntegrations, { query: {} })).body.items).toEqual([])
    expect(await ghostOf(ana, ghostId)).toMatchObject(gone)
    expect((await claimOf(priya, id)).body).toEqual(chosen.body)
  })

  const settledSources = async (user: TestUser) => {
    const { body } = await user.call(listIntegrations, { query: {} })
    for (const { id } of body.items) await settled(user, id)
  }

  it('is recorded in both accounts, in numbers and without names, and the agency is notified', async () => {
    const { ana, priya, id } = await openClaim(stage)
    await choose(priya, id, 'keep_counts', 7)
    for (const user of [ana, priya]) {
      const event = (await eventsOf(user)).find(({ event: name }) => name === 'connection.claim_kept_counts')
      expect(event).toMatchObject({ counts: { contacts: 7, opportunities: 2 } })
      const entries = await auditOf(user)
      expect(entries.map(({ action }) => action)).toEqual(['connection.claim_kept_counts', 'connection.claim_opened'])
      expect(entries[0]?.diff).toMatchObject({ claim: ['open', 'kept_counts'], contacts: [null, 7] })
      expect(JSON.stringify([event, entries])).not.toMatch(/femi|ames/i)
    }
    expect((await noticesOf(ana)).map(({ kind }) => kind)).toContain('connection.claim_kept_counts')
    expect((await noticesOf(priya)).map(({ kind }) => kind)).not.toContain('connection.claim_kept_counts')
  })

  it('becomes a source of the company that nobody reads, with ids that the agency never saw', async () => {
    const { ana, priya, ghostId, id } = await openClaim(stage)
    const seen = (await listed(ana, { connection_id: ghostId })).items.map((item) => item.id)
    const { body } = await choose(priya, id, 'keep', 7)
    const sources = (await priya.call(listIntegrations, { query: {} })).body.items
    const kept = sources.find((source) => source.id === body.integration_id)
    expect(kept).toMatchObject({
      type: 'googlesheet',
      name: 'Atlas Roofing',
      status: 'disconnected',
      erase_at: null,
      ghost_company_id: null,
      contacts: 7,
      opportunities: 2,
    })
    const { items } = await listed(priya, { integration_id: body.integration_id })
    expect(items.filter((item) => seen.includes(item.id))).toEqual([])
    const [first] = items
    expect((await priya.call(getLineage, { params: { id: first?.id ?? '' } })).status).toBe(200)
    expect((await ana.call(getLineage, { params: { id: first?.id ?? '' } })).status).toBe(404)
    expect((await ana.call(getLineage, { params: { id: seen[0] ?? '' } })).status).toBe(404)
  })
})
