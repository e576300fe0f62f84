import { expect, test } from 'vitest'
import { readStream, type Connected } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { adsOf } from '../testing/conformance/source.ts'
import { spendOn, today } from '../testing/spend.ts'
import { addDays } from '../kit/day-windows.ts'
import type { Session } from '../kit/access.ts'
import { openSession, type SessionSettings } from '../kit/calls/session.ts'
import { google } from './index.ts'

const bench = benchForFile(google)

/** Maya, with a manager account above one ad account, connected. */
const maya = async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Maya Lind' })
  const made = adsOf(bench).addBusiness(account, {
    name: 'Northlight',
    adAccounts: [{ name: 'Northlight ads', currency: 'EUR' }],
  })
  return { account, manager: made.id, customer: made.adAccounts[0] ?? '', connected: await bench.connect(account) }
}

const choose = ({ session }: Connected, hubId: string, managerAccountId: string | null): Session => ({
  ...session,
  account: { ...session.account, hubId, managerAccountId },
})

test('Maya connects by her Google login; there is no ad account until she chooses one [API-12]', async () => {
  const { connected } = await maya()
  expect(connected.account).toMatchObject({ hubId: null, name: 'maya.lind@example.com' })
  expect(connected.tokens.refreshToken).not.toBeNull()
  await expect(readStream(google, connected.session, { name: 'spend' })).rejects.toThrow('Choose an ad account first')
})

test('manager accounts and ad accounts are listed, also those with direct access [API-12]', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Omar', currency: 'USD' })
  const made = adsOf(bench).addBusiness(account, {
    name: 'Harbor',
    adAccounts: [
      { name: 'Harbor one', currency: 'GBP' },
      { name: 'Harbor two', currency: 'GBP' },
    ],
  })
  const { session } = await bench.connect(account)
  expect(await google.adAccounts.businesses(session)).toEqual([{ id: made.id, name: 'Harbor' }])
  expect(await google.adAccounts.list(session)).toEqual([
    { id: made.adAccounts[0], name: 'Harbor one', businessId: made.id, currency: 'GBP', isActive: true },
    { id: made.adAccounts[1], name: 'Harbor two', businessId: made.id, currency: 'GBP', isActive: true },
    expect.objectContaining({ name: "Omar's own", businessId: null, currency: 'USD' }),
  ])
})

test('an ad account with direct access is read without any manager account', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Pia', currency: 'SEK' })
  const { session, ...rest } = await bench.connect(account)
  const [own] = (await google.adAccounts.list(session)) ?? []
  adsOf(bench).addSpend(account, own?.id ?? '', [spendOn('Local', 1, 0.37)])
  const { pages } = await readStream(google, choose({ session, ...rest }, own?.id ?? '', null), { name: 'spend' })
  expect(pages.flatMap((page) => page.spend ?? [])).toMatchObject([{ campaign: 'Local', spend: '0.37', currency: 'SEK' }])
})

test('a login without any ad account gets an error that says so', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Nobody' })
  await expect(bench.connect(account)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('no Google Ads'),
  })
})

test('a login with more accounts than we search gets an error, so that none is missing silently', async () => {
  const { connected } = await maya()
  const { session } = connected
  const resourceNames = Array.from({ length: 201 }, (_, index) => `customers/${1_000_000_000 + index}`)
  const get = (async () => ({ resourceNames })) as Session['http']['get']
  await expect(google.adAccounts.list({ ...session, http: { ...session.http, get } })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('201 accounts'),
  })
})

test('the first read brings two years, through the manager account, past the page of 10,000 [SYNC-06]', async () => {
  const { account, manager, customer, connected } = await maya()
  const many = Array.from({ length: 112 }, (_, index) => `Campaign ${index}`)
  const spends = many.flatMap((name) =>
    Array.from({ length: 90 }, (_, ago) => ({ ...spendOn(name, ago + 1, ago + 0.01), conversions: 2.5 })),
  )
  adsOf(bench).addSpend(account, customer, [...spends, spendOn('Long ago', 700), spendOn('Too old', 800)])
  const { pages, watermark } = await readStream(google, choose(connected, customer, manager), { name: 'spend' })
  const rows = pages.flatMap((page) => page.spend ?? [])
  expect(rows).toHaveLength(112 * 90 + 1)
  expect(new Set(rows.map(({ campaignId, day }) => `${campaignId} ${day}`)).size).toBe(rows.length)
  expect(rows.find(({ campaign, day }) => campaign === 'Campaign 7' && day === addDays(today(), -3))).toMatchObject({
    spend: '2.01',
    currency: 'EUR',
    impressions: 1000,
    clicks: 12,
    conversions: 2.5,
  })
  expect(watermark).toEqual({ until: today() })
})

test('a later read reads the last 30 days again, because conversions still come in [SYNC-06]', async () => {
  const { account, manager, customer, connected } = await maya()
  adsOf(bench).addSpend(account, customer, [spendOn('Brand', 29), spendOn('Brand', 31)])
  const session = choose(connected, customer, manager)
  const { watermark } = await readStream(google, session, { name: 'spend' })
  adsOf(bench).addSpend(account, customer, [spendOn('Brand', 29, 11.5)])
  const { pages } = await readStream(google, session, { name: 'spend', since: watermark })
  expect(pages).toHaveLength(1)
  expect(pages[0]?.spend?.map(({ spend }) => spend)).toEqual(['11.5'])
})

test('a page token that Google no longer knows restarts its window', async () => {
  const { account, manager, customer, connected } = await maya()
  adsOf(bench).addSpend(account, customer, [spendOn('Brand', 2), spendOn('Brand', 1)])
  const [stream] = google.read.streams
  const cursor = { start: addDays(today(), -9), until: today(), days: 90, page: 'stale', turn: 1, restarts: 0 }
  const page = await stream?.read(choose(connected, customer, manager), { cursor, since: null })
  expect(page?.spend).toHaveLength(2)
  expect(page?.next).toBeNull()
})

test('a token of an hour ago is renewed once, and a revoked one is lost [SYNC-09]', async () => {
  const { account, manager, customer, connected } = await maya()
  const read = () => readStream(google, choose(connected, customer, manager), { name: 'spend' })
  bench.vendor.admin.expireTokens(account)
  await read()
  expect(connected.keys.renewals).toBe(1)
  bench.vendor.admin.revokeTokens(account)
  await expect(read()).rejects.toMatchObject({ kind: 'auth_lost' })
})

test('an ad account under a manager account cannot be reached without it, and a manager account has no spend', async () => {
  const { manager, customer, connected } = await maya()
  const read = (hubId: string, through: string | null) => readStream(google, choose(connected, hubId, through), { name: 'spend' })
  await expect(read(customer, null)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining("doesn't have access"),
  })
  await expect(read(manager, null)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('manager account'),
  })
})

test('a throttle is waited out as long as Google says, and an outage is retried', async () => {
  const { manager, customer, connected } = await maya()
  bench.vendor.faults.add({ kind: 'throttle', times: 1, path: ':search' })
  bench.vendor.faults.add({ kind: 'outage', times: 1, path: ':search' })
  await readStream(google, choose(connected, customer, manager), { name: 'spend' })
  expect(bench.waited[0]).toBe(5000)
  expect(bench.waited).toHaveLength(2)
})

test('a developer token or a version that Google no longer accepts ends no access, and is reported to the operator', async () => {
  const { manager, customer, connected } = await maya()
  const { account } = choose(connected, customer, manager)
  const readBy = (overrides: Partial<SessionSettings>) =>
    readStream(google, openSession({ ...bench.sessionSettings, ...overrides }, { account, keys: connected.keys, sync: {} }), {
      name: 'spend',
    })
  const passing = { kind: 'unavailable', message: expect.stringContaining("You don't need to reconnect") }
  const app = { ...bench.app, secrets: { DEVELOPER_TOKEN: 'withdrawn' } }
  await expect(readBy({ app })).rejects.toMatchObject(passing)
  const connector = { ...google, calls: { ...google.calls, baseOf: () => `${bench.app.addresses.api}/v3` } }
  await expect(readBy({ connector })).rejects.toMatchObject({ ...passing, status: 400 })
  expect(bench.waited).toEqual([])
  await readBy({})
})

test('an invalid row is rejected with its campaign and day, and the others of its page are saved', async () => {
  const { account, manager, customer, connected } = await maya()
  adsOf(bench).addSpend(account, customer, [spendOn('Brand', 2), { ...spendOn('Odd', 1), clicks: Number.NaN }])
  const { pages } = await readStream(google, choose(connected, customer, manager), { name: 'spend' })
  expect(pages.flatMap((page) => page.spend ?? []).map(({ campaign }) => campaign)).toEqual(['Brand'])
  expect(pages.flatMap((page) => page.rejected ?? [])).toMatchObject([
    { object: 'spend', code: 'bad_shape', externalId: expect.stringMatching(new RegExp(`^\\d+ ${addDays(today(), -1)}$`)) },
  ])
})

test('an invalid answer is reported as invalid', async () => {
  const { manager, customer, connected } = await maya()
  bench.vendor.faults.add({ kind: 'malformed', times: 1, path: ':search' })
  const reading = readStream(google, choose(connected, customer, manager), { name: 'spend' })
  await expect(reading).rejects.toMatchObject({ kind: 'bad_answer' })
})
