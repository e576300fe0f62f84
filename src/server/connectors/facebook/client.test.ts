import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOutbound } from '#server/platform/outbound/send.ts'
import { readStream, giveConsent, type Connected } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { adsOf } from '../testing/conformance/source.ts'
import { spendOn, today } from '../testing/spend.ts'
import { addDays } from '../kit/day-windows.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { openAppSession, openSession } from '../kit/calls/session.ts'
import { auth as oauth } from './auth.ts'
import { facebook } from './index.ts'
import { tooMuchMessage } from './refusal.ts'

const bench = benchForFile(facebook)

/** Maya, with a business that has two ad accounts, connected. */
const maya = async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Maya Lind' })
  const made = adsOf(bench).addBusiness(account, {
    name: 'Northlight',
    adAccounts: [
      { name: 'Northlight main', currency: 'EUR' },
      { name: 'Northlight test', currency: 'USD' },
    ],
  })
  const [main = '', second = ''] = made.adAccounts
  return { account, business: made.id, main, second, connected: await bench.connect(account) }
}

const choose = ({ session }: Connected, hubId: string): Session => ({ ...session, account: { ...session.account, hubId } })
const insightsAsked = () =>
  bench.vendor.faults.log.filter(({ url }) => url.includes('/insights')).map(({ url }) => decodeURIComponent(url))

test('Maya connects for 60 days; there is no refresh token, and no ad account until she chooses one [API-11]', async () => {
  const { connected } = await maya()
  const { tokens } = connected
  expect(connected.account).toMatchObject({ hubId: null, name: 'Maya Lind' })
  expect(tokens.refreshToken).toBeNull()
  expect(Math.round(((tokens.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(60)
  expect(facebook.auth).not.toHaveProperty('renew')
  await expect(readStream(facebook, connected.session, { name: 'spend' })).rejects.toThrow('Choose an ad account first')
})

test('her businesses and ad accounts are listed, each once, with those of no business at the end [API-11]', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Omar', currency: 'USD' })
  const made = adsOf(bench).addBusiness(account, { name: 'Harbor', adAccounts: [{ name: 'Harbor ads', currency: 'GBP' }] })
  const { session } = await bench.connect(account)
  expect(await facebook.adAccounts.businesses(session)).toEqual([{ id: made.id, name: 'Harbor' }])
  expect(await facebook.adAccounts.list(session)).toEqual([
    { id: made.adAccounts[0], name: 'Harbor ads', businessId: made.id, currency: 'GBP', isActive: true },
    expect.objectContaining({ name: "Omar's own", businessId: null, currency: 'USD' }),
  ])
})

test('a business whose ad accounts Omar may not list hides no others, and is reported if there are no others', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Omar' })
  const shut = { name: 'Shut', adAccounts: [], isGuest: true }
  adsOf(bench).addBusiness(account, shut)
  const { session } = await bench.connect(account)
  await expect(facebook.adAccounts.list(session)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('Ask for access'),
  })
  const made = adsOf(bench).addBusiness(account, { name: 'Harbor', adAccounts: [{ name: 'Harbor ads', currency: 'GBP' }] })
  expect(await facebook.adAccounts.list(session)).toMatchObject([{ id: made.adAccounts[0], businessId: made.id }])
})

test('more ad accounts than fit on a page are all listed, and the token is never part of an address', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Agency' })
  const adAccounts = Array.from({ length: 230 }, (_, index) => ({ name: `Client ${index}`, currency: 'USD' }))
  adsOf(bench).addBusiness(account, { name: 'Agency', adAccounts })
  const { session } = await bench.connect(account)
  expect(await facebook.adAccounts.list(session)).toHaveLength(230)
  expect(bench.vendor.faults.log.filter(({ url }) => url.includes('access_token='))).toEqual([])
})

test('the first read brings two years in windows of 90 days and pages of 500 [SYNC-06]', async () => {
  const { account, main, connected } = await maya()
  const campaigns = ['Spring', 'Brand', 'Local', 'Retarget', 'Lookalike', 'Video', 'Search']
  const spends = campaigns.flatMap((name) => Array.from({ length: 700 }, (_, ago) => spendOn(name, ago, ago + 0.1)))
  adsOf(bench).addSpend(account, main, [...spends, spendOn('Old', 800)])
  const { pages, watermark } = await readStream(facebook, choose(connected, main), { name: 'spend' })
  const rows = pages.flatMap((page) => page.spend ?? [])
  expect(rows).toHaveLength(4900)
  expect(new Set(rows.map(({ campaignId, day }) => `${campaignId} ${day}`)).size).toBe(4900)
  expect(rows.find(({ campaign, day }) => campaign === 'Brand' && day === addDays(today(), -3))).toMatchObject({
    spend: '3.10',
    currency: 'EUR',
    impressions: 1000,
    clicks: 12,
    conversions: 2,
  })
  expect(pages.every((page) => (page.spend ?? []).length <= 500)).toBe(true)
  expect(watermark).toEqual({ until: today() })
})

test('a later read reads the last 28 days again, because Facebook still changes them [SYNC-06]', async () => {
  const { account, main, connected } = await maya()
  adsOf(bench).addSpend(account, main, [spendOn('Spring', 5), spendOn('Spring', 40)])
  const session = choose(connected, main)
  const { watermark } = await readStream(facebook, session, { name: 'spend' })
  adsOf(bench).addSpend(account, main, [spendOn('Spring', 5, 11.5), spendOn('Spring', 0)])
  const before = insightsAsked().length
  const { pages } = await readStream(facebook, session, { name: 'spend', since: watermark })
  expect(pages.flatMap((page) => page.spend ?? []).map(({ spend }) => spend)).toEqual(['11.50', '10.00'])
  expect(insightsAsked().slice(before)).toHaveLength(1)
  expect(insightsAsked().at(-1)).toContain(`"since":"${addDays(today(), -28)}"`)
})

test('a report that is too large for Facebook is requested in smaller windows', async () => {
  const { account, main, connected } = await maya()
  adsOf(bench).addSpend(
    account,
    main,
    Array.from({ length: 600 }, (_, index) => spendOn(`Campaign ${index}`, index)),
  )
  const { pages } = await readStream(facebook, choose(connected, main), { name: 'spend' })
  expect(pages.flatMap((page) => page.spend ?? [])).toHaveLength(600)
})

const daysOf = (url: string): number => {
  const { since, until } = JSON.parse(new URL(url, 'http://facebook').searchParams.get('time_range') ?? '') as Record<
    string,
    string
  >
  return (Date.parse(until ?? '') - Date.parse(since ?? '')) / 86_400_000 + 1
}

test('the window is halved for every way in which Facebook reports that a report is too large [SYNC-06]', async () => {
  const { account, main, connected } = await maya()
  const spends = Array.from({ length: 2400 }, (_, index) => spendOn(`Campaign ${index}`, index % 700))
  adsOf(bench).addSpend(account, main, spends)
  const before = insightsAsked().length
  const { pages } = await readStream(facebook, choose(connected, main), { name: 'spend' })
  expect(pages.flatMap((page) => page.spend ?? [])).toHaveLength(2400)
  const windows = insightsAsked().slice(before).map(daysOf)
  // An unknown error is retried first; the two others are clear.
  expect(windows.slice(0, 9)).toEqual([90, 90, 90, 90, 90, 45, 22, 11, 11])
  expect(Math.max(...windows.slice(8))).toBe(11)
})

const impatient = ({ account, keys }: Connected, hubId: string): Session =>
  openSession({ ...bench.sessionSettings, timeoutMs: 200 }, { account: { ...account, hubId }, keys, sync: {} })
const windowOf = (days: number) => ({ start: addDays(today(), -89), until: today(), days, page: null, turn: 0, restarts: 0 })

test('a report that times out is requested in smaller windows, down to some days [SYNC-10]', async () => {
  const { main, connected } = await maya()
  const [stream] = facebook.read.streams
  const read = (days: number) => stream?.read(impatient(connected, main), { cursor: windowOf(days), since: null })
  bench.vendor.faults.add({ kind: 'slow', ms: 600, path: '/insights' })
  expect(await read(90)).toEqual({ next: windowOf(45) })
  expect(await read(11)).toEqual({ next: windowOf(5) })
  await expect(read(5)).rejects.toMatchObject({ kind: 'unavailable', isTimeout: true })
})

test('a single day that Facebook finds too large is requested later, and access is kept', async () => {
  const { main, connected } = await maya()
  const session = choose(connected, main)
  const get = async () => {
    throw new ConnectorFailure('refused', tooMuchMessage)
  }
  const reading = facebook.read.streams[0]?.read(
    { ...session, http: { ...session.http, get } },
    { cursor: windowOf(1), since: null },
  )
  await expect(reading).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('single day') })
})

test('a throttle is waited out as long as Facebook says, and an outage is retried', async () => {
  const { main, connected } = await maya()
  bench.vendor.faults.add({ kind: 'throttle', times: 1, path: '/insights' })
  bench.vendor.faults.add({ kind: 'outage', times: 1, path: '/insights' })
  await readStream(facebook, choose(connected, main), { name: 'spend' })
  expect(bench.waited[0]).toBe(60_000)
  expect(bench.waited).toHaveLength(2)
})

test('an invalid row is rejected with its campaign and day, and the others of its page are saved', async () => {
  const { account, main, connected } = await maya()
  adsOf(bench).addSpend(account, main, [spendOn('Brand', 2), { ...spendOn('Odd', 1), clicks: Number.NaN }])
  const { pages } = await readStream(facebook, choose(connected, main), { name: 'spend' })
  expect(pages.flatMap((page) => page.spend ?? []).map(({ campaign }) => campaign)).toEqual(['Brand'])
  expect(pages.flatMap((page) => page.rejected ?? [])).toMatchObject([
    { object: 'spend', code: 'bad_shape', externalId: expect.stringMatching(new RegExp(`^\\d+ ${addDays(today(), -1)}$`)) },
  ])
})

test('an invalid answer is reported as invalid', async () => {
  const { main, connected } = await maya()
  bench.vendor.faults.add({ kind: 'odd_shape', times: 1, path: '/insights' })
  await expect(readStream(facebook, choose(connected, main), { name: 'spend' })).rejects.toMatchObject({ kind: 'bad_answer' })
})

test('access that has expired or was revoked is lost, with the reason as a text [SYNC-09]', async () => {
  const { account, main, connected } = await maya()
  const read = () => readStream(facebook, choose(connected, main), { name: 'spend' })
  bench.vendor.admin.expireTokens(account)
  await expect(read()).rejects.toMatchObject({ kind: 'auth_lost', message: expect.stringContaining('60 days') })
  bench.vendor.admin.revokeTokens(account)
  await expect(read()).rejects.toMatchObject({ kind: 'auth_lost', message: expect.stringContaining('removed our access') })
})

test('an ad account of another login is refused with a text', async () => {
  const { connected } = await maya()
  const reading = readStream(facebook, choose(connected, 'act_999'), { name: 'spend' })
  await expect(reading).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('was deleted') })
})

const openApp = () => {
  const outbound = createOutbound({ trusted: [bench.sandbox.url] })
  const settings = { connector: facebook, app: bench.app, outbound, budget: { take: async () => {}, pause: async () => {} } }
  return { settings, appSession: openAppSession(settings), close: () => outbound.close() }
}

const verifier = 'only-whoever-set-out-knows-this-secret-of-theirs'
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** Grants consent, perhaps with fewer permissions than requested. */
const grantFor = async (account: string, change: (consent: URL) => void = () => {}) => {
  const url = new URL(oauth.consentUrl(bench.app, { state: 's', challenge, fields: {} }))
  change(url)
  const back = await giveConsent(url.toString(), account)
  return { code: back.searchParams.get('code') ?? '', verifier, fields: {} }
}

test('disconnecting ends our access at Facebook too', async () => {
  const { main, connected } = await maya()
  const { appSession, close } = openApp()
  await oauth.revoke?.(appSession, { accessToken: connected.tokens.accessToken, refreshToken: null }, connected.account)
  await close()
  await expect(readStream(facebook, choose(connected, main), { name: 'spend' })).rejects.toMatchObject({ kind: 'auth_lost' })
})

test('a code works once', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Ines' })
  const { appSession, close } = openApp()
  const grant = await grantFor(account)
  await oauth.exchange(appSession, grant)
  await expect(oauth.exchange(appSession, grant)).rejects.toMatchObject({ kind: 'auth_lost' })
  await close()
})

test('a code is worthless without the verifier of its attempt', async () => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Ines' })
  const { appSession, close } = openApp()
  const stolen = { ...(await grantFor(account)), verifier: 'the-secret-of-another-attempt-is-another-one' }
  await expect(oauth.exchange(appSession, stolen)).rejects.toMatchObject({ kind: 'auth_lost' })
  await close()
})

test('an app with Facebook Login for Business uses its saved configuration instead of permissions [SYNC-05]', async () => {
  const { account, connected } = await maya()
  const { settings, appSession, close } = openApp()
  const app = { ...bench.app, secrets: { CONFIG_ID: '734900000000001' } }
  const consent = oauth.consentUrl(app, { state: 's', challenge, fields: {} })
  expect([...new URL(consent).searchParams.keys()].toSorted()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'config_id',
    'redirect_uri',
    'response_type',
    'state',
  ])
  const code = (await giveConsent(consent, account)).searchParams.get('code') ?? ''
  const tokens = await oauth.exchange(appSession, { code, verifier, fields: {} })
  const keys = { current: async () => tokens.accessToken, renew: async () => '' }
  const session = openSession(settings, { account: connected.account, keys, sync: {} })
  expect(await facebook.identify(session, tokens)).toMatchObject({ name: 'Maya Lind' })
  await close()
})

test('a permission that was declined in the consent is requested again, by name', async () => {
  const { account, connected } = await maya()
  const { settings, appSession, close } = openApp()
  const grant = await grantFor(account, (consent) => consent.searchParams.set('scope', 'business_management'))
  const tokens = await oauth.exchange(appSession, grant)
  const keys = { current: async () => tokens.accessToken, renew: async () => '' }
  const session = openSession(settings, { account: connected.account, keys, sync: {} })
  await expect(facebook.identify(session, tokens)).rejects.toThrow('the Facebook permission ads_read')
  const reading = readStream(facebook, choose({ ...connected, session }, 'act_1'), { name: 'spend' })
  await expect(reading).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining("doesn't have access") })
  await close()
})
