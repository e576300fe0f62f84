// Who can take over a ghost company, and what happens around it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelConnection } from '#contract/connections/connections.ts'
import { listContacts } from '#contract/crm/records.ts'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import { deleteGhostCompany } from '#contract/ghost-companies/companies.ts'
import { deleteIntegration, listIntegrations } from '#contract/integrations/integrations.ts'
import { listDeliveries } from '#contract/webhooks/deliveries.ts'
import { listWebhookEndpoints } from '#contract/webhooks/endpoints.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { goAndComeBack } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { chooseColumns, createCompany } from '../../ghost-companies/testing/sheets.ts'
import { deliveriesOf, openEndpoint, post } from '../../webhooks/testing/senders.ts'
import { sweepHealth } from '../sharing/health.ts'
import {
  accept,
  choose,
  claimOf,
  countStored,
  ghostOf,
  historyOf,
  inviteFor,
  nothing,
  openClaim,
  openClaimant,
  openGhost,
  rowsOf,
  untilErased,
} from '../testing/claims.ts'
import { approve, arrive, lookAt, openAgency, send } from '../testing/pairs.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code]
const statusesOf = (all: { status: number }[]) => all.map(({ status }) => status).toSorted((one, other) => one - other)
const cancel = (user: TestUser, id: string) => user.call(cancelConnection, { params: { id }, body: {} })
const contactsOf = async (user: TestUser, query: object = {}) =>
  (await user.call(listContacts, { query: { size: 100, ...query } })).body
const notFound = [404, 'NOT_FOUND']
const notAllowed = [409, 'ACTION_NOT_ALLOWED']
const forbidden = [403, 'FORBIDDEN']

describe('An invitation that names a ghost company [PARTNER-09]', () => {
  it('needs people that could be taken over, and is the only one', async () => {
    const { ana, ghostId } = await openGhost(stage, 2)
    const empty = await createCompany(ana, 'Nobody Yet')
    const refused = await inviteFor(ana, 'pat@nobody.example', { ghost_id: empty })
    expect([...refusal(refused), refused.error.detail]).toEqual([
      ...notAllowed,
      expect.stringContaining('There are no contacts of Nobody Yet'),
    ])
    expect(refusal(await inviteFor(ana, 'pat@nobody.example', { ghost_id: newId() }))).toEqual(notFound)
    const invited = await inviteFor(ana, 'pat@atlas.example', { ghostId })
    expect([invited.status, invited.body]).toMatchObject([201, { ghostId, claim: null }])
    expect(await ghostOf(ana, ghostId)).toMatchObject({
      claimable: false,
      claim: { state: 'invited', connection_id: invited.body.id },
    })
    const again = await inviteFor(ana, 'lee@atlas.example', { ghost_id: ghostId })
    expect([...refusal(again), again.error.detail]).toEqual([...notAllowed, expect.stringContaining('was invited already')])
    await cancel(ana, invited.body.id)
    expect(await ghostOf(ana, ghostId)).toMatchObject({ claimable: true, claim: null })
    const both = await Promise.all(
      ['max@atlas.example', 'kim@atlas.example'].map((email) => inviteFor(ana, email, { ghost_id: ghostId })),
    )
    expect(statusesOf(both)).toEqual([201, 409])
  })

  it('is sent by agencies, by who sees the ghost company, and never names one of another agency [USER-08]', async () => {
    const { ana, ghostId } = await openGhost(stage, 1)
    const [omar, priya] = [await openAgency(stage.world), await openClaimant(stage)]
    const ben = await joinTeam(stage.world, ana, { name: 'Ben', role: 'admin', companies: [] })
    for (const user of [omar, ben])
      expect(refusal(await inviteFor(user, 'pat@atlas.example', { ghost_id: ghostId }))).toEqual(notFound)
    expect(refusal(await inviteFor(priya, 'pat@agency.example', { ghost_id: ghostId }))).toEqual(notAllowed)
  })
})

describe('What an agency kept for a company [PARTNER-09] [USER-02]', () => {
  it('is chosen about by admins of the company, and read by nobody else row by row', async () => {
    const { ana, priya, id } = await openClaim(stage, 1)
    const [omar, other] = [await openClaimant(stage), await openAgency(stage.world)]
    const tom = await joinTeam(stage.world, priya, { name: 'Tom', role: 'user' })
    const nina = await joinTeam(stage.world, priya, { name: 'Nina', role: 'admin' })
    const anna = await joinTeam(stage.world, ana, { name: 'Anna', role: 'user' })
    for (const user of [tom, ana, anna]) {
      expect(refusal(await choose(user, id, 'erase', 3))).toEqual(forbidden)
      expect(refusal(await rowsOf(user, id))).toEqual(forbidden)
    }
    for (const user of [omar, other]) {
      expect(refusal(await claimOf(user, id))).toEqual(notFound)
      expect((await choose(user, id, 'keep', 3)).status).toBeGreaterThan(402)
      expect((await rowsOf(user, id)).status).toBeGreaterThan(402)
    }
    expect(refusal(await choose(omar, id, 'keep', 3))).toEqual(notFound)
    expect(refusal(await rowsOf(omar, id))).toEqual(notFound)
    expect((await claimOf(tom, id)).body).toMatchObject({ state: 'open', people: 3 })
    expect((await claimOf(anna, id)).body).toMatchObject({ state: 'open', people: null })
    expect((await rowsOf(nina, id)).body.total).toBe(3)
    expect((await choose(nina, id, 'erase', 3)).status).toBe(200)
    expect(refusal(await rowsOf(nina, id))).toEqual(notAllowed)
  })

  it('is chosen about once: of two at once one wins, and the same again is the same', async () => {
    const { ana, priya, sourceIds, id } = await openClaim(stage, 1)
    const nina = await joinTeam(stage.world, priya, { name: 'Nina', role: 'admin' })
    const both = await Promise.all([choose(priya, id, 'keep', 3), choose(nina, id, 'erase', 3)])
    expect(statusesOf(both)).toEqual([200, 409])
    const won = both.find(({ status }) => status === 200)
    const lost = both.find(({ status }) => status === 409)
    expect(lost?.error.code).toBe('ACTION_NOT_ALLOWED')
    const choice = won?.body.state === 'kept' ? 'keep' : 'erase'
    const again = await Promise.all([choose(priya, id, choice, 3), choose(priya, id, choice, 99)])
    for (const { status, body } of again) expect([status, body]).toEqual([200, won?.body])
    expect(refusal(await choose(priya, id, 'keep_counts', 3))).toEqual(notAllowed)
    const kept = won?.body.integration_id
    const rows = kept ? await countStored(stage.world, priya.user.clientId, [kept]) : nothing
    expect(rows.contacts).toBe(choice === 'keep' ? 3 : 0)
    await untilErased(stage.world, ana.user.clientId, sourceIds)
  })

  it('is shown again if there are other people by now, and nothing has changed', async () => {
    const { ana, priya, ghostId, id } = await openClaim(stage, 1)
    const refused = await choose(priya, id, 'erase', 2)
    expect([...refusal(refused), refused.error.detail]).toEqual([
      409,
      'STALE_VERSION',
      expect.stringContaining('There are 3 people now, and you were shown 2'),
    ])
    expect((await claimOf(priya, id)).body).toMatchObject({ state: 'open', people: 3 })
    expect(await ghostOf(ana, ghostId)).toMatchObject({ status: 'connected', people: 3 })
    expect((await contactsOf(ana, { connection_id: ghostId })).total).toBe(3)
  })

  it('stays with the agency if the connection ends before, and another company can be invited', async () => {
    for (const end of ['ana', 'priya'] as const) {
      const opened = await openClaim(stage, 1)
      const { ana, priya, ghostId, sourceIds, id } = opened
      expect((await cancel(opened[end], id)).status).toBe(200)
      for (const user of [ana, priya]) expect(refusal(await claimOf(user, id))).toEqual(notFound)
      expect(refusal(await choose(priya, id, 'erase', 3))).toEqual(notFound)
      expect(refusal(await rowsOf(priya, id))).toEqual(notFound)
      expect((await lookAt(priya, id)).claim).toBe(null)
      expect(await ghostOf(ana, ghostId)).toMatchObject({ status: 'connected', people: 3, claimable: true, claim: null })
      const lee = await openClaimant(stage)
      const { body } = await inviteFor(ana, lee.email, { ghost_id: ghostId })
      await accept(lee, body.id)
      expect((await choose(lee, body.id, 'keep', 3)).body).toMatchObject({ state: 'kept', people: 3 })
      await untilErased(stage.world, ana.user.clientId, sourceIds)
    }
  })

  it('is gone for the company if the agency deletes the ghost company first', async () => {
    const { ana, priya, ghostId, id } = await openClaim(stage, 1)
    await ana.call(deleteGhostCompany, { params: { id: ghostId } })
    expect(refusal(await claimOf(priya, id))).toEqual(notFound)
    expect(refusal(await rowsOf(priya, id))).toEqual(notFound)
    expect(refusal(await choose(priya, id, 'keep', 3))).toEqual(notFound)
  })

  it('includes what came by webhook: it is kept in the same source, and the address stops working', async () => {
    const { ana, ghostId, integrationId } = await openGhost(stage, 1)
    const { endpoint, url } = await openEndpoint(ana, ghostId)
    const lead = { event: 'lead.created', external_id: 'femi', occurred_at: '2026-04-01T10:00:00Z', email: 'theo@atlas.example' }
    await post(url, { ...lead, first_name: 'Theo', source: 'google', medium: 'cpc' })
    await post(url, { event: 'stage.changed', external_id: 'femi', occurred_at: '2026-04-02T10:00:00Z', stage: 'Inspection' })
    expect(await deliveriesOf(ana)).toHaveLength(2)
    expect(await ghostOf(ana, ghostId)).toMatchObject({ people: 4, claimable: true })
    const sourceIds = [integrationId, endpoint.id]
    const before = await countStored(stage.world, ana.user.clientId, sourceIds)
    const history = await historyOf(stage.world, ana.user.clientId, sourceIds)
    const priya = await openClaimant(stage)
    const { body: invited } = await inviteFor(ana, priya.email, { ghost_id: ghostId })
    await accept(priya, invited.id)
    const { sources } = (await claimOf(priya, invited.id)).body
    expect(sources.map(({ kind, people }) => [kind, people])).toEqual([
      ['sheet', 3],
      ['webhook', 1],
    ])
    const { body } = await choose(priya, invited.id, 'keep', 4)
    const { clientId } = priya.user
    const kept = [body.integration_id ?? '']
    expect(await countStored(stage.world, clientId, kept)).toEqual(before)
    const after = await historyOf(stage.world, clientId, kept)
    expect([after.stages, after.touches]).toEqual([history.stages, history.touches])
    const { items } = await contactsOf(priya, { integration_id: kept[0] })
    expect(items.map(({ external_id: own }) => own)).toEqual(expect.arrayContaining(['femi', '2:femi']))

    expect((await contactsOf(ana)).total).toBe(0)
    expect((await ana.call(listDeliveries, { query: { limit: 100 } })).body.items).toEqual([])
    expect((await ana.call(listWebhookEndpoints)).body).toMatchObject({ items: [], addable: [] })
    await eventually(async () => ((await post(url, { ...lead, external_id: 'late' })).status === 401 ? true : undefined))
    await untilErased(stage.world, ana.user.clientId, sourceIds)
    expect(await countStored(stage.world, ana.user.clientId, sourceIds)).toEqual(nothing)
  })

  it('of a ghost company without a sheet can be claimed too', async () => {
    const ana = await openAgency(stage.world)
    const ghostId = await createCompany(ana, 'Only Webhooks')
    const { endpoint, url } = await openEndpoint(ana, ghostId)
    await post(url, { event: 'lead.created', external_id: 'a', email: 'theo@atlas.example' })
    await deliveriesOf(ana)
    const priya = await openClaimant(stage)
    const { body: invited } = await inviteFor(ana, priya.email, { ghost_id: ghostId })
    await accept(priya, invited.id)
    expect((await choose(priya, invited.id, 'keep_counts', 1)).body).toMatchObject({ state: 'kept_counts', people: 1 })
    expect((await contactsOf(ana)).total).toBe(0)
    await untilErased(stage.world, ana.user.clientId, [endpoint.id])
  })
})

describe('What a company kept [PARTNER-09]', () => {
  const criteriaFor = (integrationId: string): Criteria => ({
    ...emptyCriteria(integrationId),
    match_on: 'contact',
    filter: { field: 'created_since', op: '>=', values: ['2020-01-01'] },
    type_of_data: 'BASIC',
  })

  it('can be shared with the agency: it sees what the agreement allows, also while no sheet is connected', async () => {
    const { ana, priya, id } = await openClaim(stage, 1)
    const { body } = await choose(priya, id, 'keep', 3)
    const criteria = criteriaFor(body.integration_id ?? '')
    const pair = { ana, priya, id, criteria }
    const { textHash } = await send(pair, criteria)
    await approve(ana, id, textHash)
    await arrive(pair, 'ACTIVE')
    const shared = await contactsOf(ana)
    expect(shared.items.map(({ email }) => email)).toEqual(expect.arrayContaining(['femi@atlas.example']))
    expect(shared.items.every((item) => item.shared?.connection_id === id && item.ghost_company === null)).toBe(true)
    await sweepHealth({ database: stage.world.database, dispatcher: stage.world.dispatcher, log: { error: () => {} } as never })
    expect((await lookAt(priya, id)).health).toBe('ok')
  })

  it('can be erased by its admins', async () => {
    const { priya, id } = await openClaim(stage, 1)
    const { body } = await choose(priya, id, 'keep', 3)
    const kept = body.integration_id ?? ''
    await priya.call(deleteIntegration, { params: { id: kept }, query: { erase: 'now' } })
    await untilErased(stage.world, priya.user.clientId, [kept])
    expect(await countStored(stage.world, priya.user.clientId, [kept])).toEqual(nothing)
  })

  it('goes on with the sheet, once the company connects it: the same people, with their history', async () => {
    const { ana, ghostId, sheet } = await openGhost(stage, 2)
    const priya = await openClaimant(stage)
    const { body: invited } = await inviteFor(ana, priya.email, { ghost_id: ghostId })
    await accept(priya, invited.id)
    const { body } = await choose(priya, invited.id, 'keep', 4)
    const kept = body.integration_id ?? ''
    const before = new Set((await contactsOf(priya, { integration_id: kept })).items.map((item) => item.id))
    sheet.google.addPeople(sheet.account, 1)
    const again = await goAndComeBack(priya, 'googlesheet', sheet.google.toConnect(sheet.account), kept)
    expect([again.status, again.body.integration?.id]).toEqual([200, kept])
    await chooseColumns(priya, kept)
    expect((await settled(priya, kept)).status).toBe('done')
    const after = (await contactsOf(priya, { integration_id: kept })).items.map((item) => item.id)
    expect([after.length, after.filter((id) => before.has(id)).length]).toEqual([3, 2])
    const { items } = (await priya.call(listIntegrations, { query: {} })).body
    expect(items.find((item) => item.id === kept)).toMatchObject({ status: 'active', contacts: 3 })
  })
})
