import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseFacebookAccount } from '#contract/integrations/ad-accounts.ts'
import type { Request } from '#contract/kit/route.ts'
import { getSpend } from '#contract/crm/spend.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

const before = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const days = [
  { campaign: 'Spring', day: before(2), spend: 10.1, impressions: 1000, clicks: 20, conversions: 2 },
  { campaign: 'Spring', day: before(1), spend: 20.2, impressions: 2000, clicks: 30, conversions: 3 },
  { campaign: 'Retargeting', day: before(1), spend: 99.99, impressions: 500, clicks: 5, conversions: 0 },
  { campaign: 'Lookalike', day: before(29), spend: 5, impressions: 100, clicks: 1, conversions: 0 },
  { campaign: 'Long ago', day: before(30), spend: 1000, impressions: 100, clicks: 1, conversions: 0 },
]

let world: World
let ana: TestUser
let source: string
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  const account = await openAccount(world, 'facebook', { name: 'Ana' })
  const ref = `/accounts/${account.id}`
  const { adAccounts } = await atVendor<{ adAccounts: string[] }>(world, 'facebook', `${ref}/businesses`, {
    body: { name: 'Northlight', adAccounts: [{ name: 'Lumen', currency: 'EUR' }] },
  })
  const adaccount = adAccounts[0] ?? ''
  await atVendor(world, 'facebook', `${ref}/ad-accounts/${adaccount}/spend`, { body: days })
  const { id } = await connect(ana, 'facebook', account)
  await ana.call(chooseFacebookAccount, { body: { integration_id: id, adaccount } })
  await settled(ana, id)
  source = id
})
afterAll(() => world.close())

const ask = (user: TestUser, query: Request<typeof getSpend>['query'] = {}, integrationId = source) =>
  user.call(getSpend, { params: { integration_id: integrationId }, query })
const refusal = ({ status, error }: { status: number; error: { code: string; field?: string | undefined } }) => [
  status,
  error.code,
  error.field,
]

describe('The spend of an ad account', () => {
  it('covers the last 30 days: in total, by day and by campaign, the most expensive first', async () => {
    const { status, body } = await ask(ana)
    expect(status).toBe(200)
    expect(body).toEqual({
      from: before(29),
      to: before(0),
      currency: 'EUR',
      total: { spend: '135.29', impressions: 3600, clicks: 56, conversions: 5 },
      days: [
        { day: before(29), spend: '5', clicks: 1 },
        { day: before(2), spend: '10.1', clicks: 20 },
        { day: before(1), spend: '120.19', clicks: 35 },
      ],
      campaigns: {
        items: [
          expect.objectContaining({ campaign: 'Retargeting', spend: '99.99', impressions: 500, clicks: 5, conversions: 0 }),
          expect.objectContaining({ campaign: 'Spring', spend: '30.3', clicks: 50, conversions: 5, last_day: before(1) }),
          expect.objectContaining({ campaign: 'Lookalike', spend: '5', last_day: before(29) }),
        ],
        total: 3,
      },
    })
  })

  it('covers the requested period, with its first and last day', async () => {
    const { body } = await ask(ana, { from: before(30), to: before(2) })
    expect(body.days.map(({ day }) => day)).toEqual([before(30), before(29), before(2)])
    expect(body.total.spend).toBe('1015.1')
    const upTo = (await ask(ana, { to: before(2) })).body
    expect([upTo.from, upTo.to]).toEqual([before(31), before(2)])
    expect((await ask(ana, { from: before(365) })).body.total.spend).toBe('1135.29')
  })

  it('comes page by page, and the totals are those of all campaigns', async () => {
    const whole = (await ask(ana)).body
    const second = (await ask(ana, { skip: 1, limit: 1 })).body
    expect(second.campaigns).toEqual({ items: whole.campaigns.items.slice(1, 2), total: 3 })
    expect([second.total, second.days]).toEqual([whole.total, whole.days])
    expect((await ask(ana, { skip: 50 })).body.campaigns).toEqual({ items: [], total: 3 })
  })

  it('shows a campaign under its newest name', async () => {
    await world.database.asSystem('test: a campaign had another name', (tx) =>
      tx
        .updateTable('ad_spend')
        .set({ campaign: 'Winter' })
        .where('client_id', '=', ana.user.clientId)
        .where('day', '=', before(2) as never)
        .execute(),
    )
    const { items } = (await ask(ana)).body.campaigns
    expect(items.map(({ campaign, spend }) => [campaign, spend])).toContainEqual(['Spring', '30.3'])
  })

  it('is zero if nothing was spent, and for a source that is not an ad account', async () => {
    const nothing = { currency: null, total: { spend: '0', impressions: 0, clicks: 0, conversions: 0 }, days: [] }
    const none = { ...nothing, campaigns: { items: [], total: 0 } }
    expect((await ask(ana, { from: '2001-01-01', to: '2001-01-31' })).body).toMatchObject(none)
    const portal = await connect(ana, 'hubspot', await openAccount(world, 'hubspot', { name: 'Northlight portal' }))
    expect((await ask(ana, {}, portal.id)).body).toMatchObject(none)
  })

  it('is refused with a text if the period is invalid', async () => {
    const backwards = await ask(ana, { from: before(1), to: before(2) })
    expect(refusal(backwards)).toEqual([400, 'VALIDATION_FAILED', 'from'])
    expect(backwards.error.detail).toBe('The first day is after the last one.')
    expect(refusal(await ask(ana, { from: before(-1) }))).toEqual([400, 'VALIDATION_FAILED', 'from'])
    const endless = await ask(ana, { from: before(366) })
    expect(refusal(endless)).toEqual([400, 'VALIDATION_FAILED', 'from'])
    expect(endless.error.detail).toBe('Choose at most 366 days.')
    for (const day of ['yesterday', '2026-02-30', '0000-01-01', '1999-12-31', ''])
      expect([day, ...refusal(await ask(ana, { to: day }))]).toEqual([day, 400, 'VALIDATION_FAILED', 'to'])
    expect(refusal(await ask(ana, { limit: 101 }))).toEqual([400, 'VALIDATION_FAILED', 'limit'])
    expect(refusal(await ask(ana, { colour: 'red' } as never))).toEqual([400, 'UNKNOWN_FILTER', undefined])
  })
})

describe('Who sees the spend of an ad account', () => {
  it('every user of the account, also one who sees some companies only, and staff', async () => {
    const { body } = await ask(ana)
    const cho = await joinTeam(world, ana, { name: 'Cho', companies: [] })
    expect((await ask(cho)).body).toEqual(body)
    expect((await ask(await signUpStaff(world))).body).toEqual(body)
  })

  it('no user of another account [USER-01]', async () => {
    const jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    expect(refusal(await ask(jonah))).toEqual([404, 'NOT_FOUND', undefined])
    expect(refusal(await ask(ana, {}, newId()))).toEqual([404, 'NOT_FOUND', undefined])
    expect(refusal(await ask(ana, {}, 'nothing'))).toEqual([404, 'NOT_FOUND', undefined])
  })
})
