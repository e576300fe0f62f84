import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillAccount } from '#sandbox/kit/fill.ts'
import { readStream, giveConsent } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { crmOf } from '../testing/conformance/source.ts'
import { berg } from '../testing/contacts.ts'
import type { Session } from '../kit/access.ts'
import type { Json, Page } from '../kit/records.ts'
import { memberPage } from './client.ts'
import { hubspot } from './index.ts'

const day = 86_400_000
const start = Date.UTC(2026, 3, 1)

const ada = berg('Ada', start, {
  utm: {
    source: 'google',
    medium: 'cpc',
    campaign: 'spring',
    clickId: 'g1',
    landingUrl: 'https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring&gclid=g1',
    referrer: 'https://google.example/',
  },
})

const bench = benchForFile(hubspot)
let number = 0

const crm = () => crmOf(bench)
const newAccount = (pipelines?: { name: string; stages: string[] }[]): string =>
  bench.vendor.admin.createAccount({ name: `Harbor Dental ${(number += 1)}`, currency: 'EUR', pipelines }).account
const contactsOf = (pages: readonly Page[]) => pages.flatMap(({ contacts = [] }) => contacts)
const dealsOf = (pages: readonly Page[]) => pages.flatMap(({ opportunities = [] }) => opportunities)
const idsOf = (pages: readonly Page[]) => contactsOf(pages).map(({ externalId }) => externalId)
const read = (session: Session, name: Parameters<typeof readStream>[2]['name'], since: Json | null = null) =>
  readStream(hubspot, session, { name, since })

const inDays = (session: Session, days: number): Session => ({ ...session, now: () => new Date(Date.now() + days * day) })

describe('Connecting', () => {
  it('binds the one account that Nora chose [SYNC-02]', async () => {
    const id = newAccount()
    const { account } = await bench.connect(id)
    expect(account).toMatchObject({ hubId: id, name: expect.stringMatching(/^harbor-dental-\d+\.example\.com$/) })
    expect(account.facts).toMatchObject({ currency: 'EUR' })
  })

  it('returns with a refusal if Nora declines', async () => {
    if (hubspot.auth.kind !== 'oauth') throw new Error('HubSpot has consent')
    const url = hubspot.auth.consentUrl(bench.app, { state: 's', challenge: 'c', fields: {} })
    expect((await giveConsent(url, newAccount(), 'deny')).searchParams.get('error')).toBe('access_denied')
  })

  it('renews an expired access once, and loses it when it was revoked [SYNC-09]', async () => {
    const id = newAccount()
    const { session, keys } = await bench.connect(id)
    bench.vendor.admin.expireTokens(id)
    await read(session, 'pipelines')
    expect(keys.renewals).toBe(1)
    bench.vendor.admin.revokeTokens(id)
    await expect(read(session, 'pipelines')).rejects.toMatchObject({ kind: 'auth_lost' })
  })
})

describe('A full read', () => {
  it('brings every contact and deal once, with custom fields, touches, stages and contacts [SYNC-06]', async () => {
    const id = newAccount([{ name: 'Sales', stages: ['New', 'Meeting'] }])
    fillAccount(crm(), id, { people: 230, deals: 120, seed: 3 })
    const contact = crm().addPerson(id, ada)
    const dealId = crm().addDeal(id, {
      name: 'Roof',
      amount: 1250,
      currency: 'USD',
      personIds: [contact],
      pipeline: 0,
      path: [
        { stage: 0, at: start },
        { stage: 1, at: start + day },
        { stage: 'won', at: start + 3 * day },
      ],
      source: 'Google Ads',
      createdAt: start,
      modifiedAt: start + 3 * day,
    })
    const { session } = await bench.connect(id)
    const people = await read(session, 'contacts')
    expect(new Set(idsOf(people.pages)).size).toBe(231)
    expect(idsOf(people.pages)).toHaveLength(231)
    expect(people.pages[0]?.total).toBe(231)
    expect(contactsOf(people.pages).find(({ externalId }) => externalId === contact)).toMatchObject({
      email: 'ada@example.com',
      source: 'Google Ads',
      fields: { utm_campaign: 'spring', lifecyclestage: 'lead' },
      touches: [{ key: 'first', kind: 'click', source: 'google', medium: 'cpc', campaign: 'spring', clickId: 'g1' }],
    })
    const deals = await read(session, 'opportunities')
    expect(dealsOf(deals.pages)).toHaveLength(121)
    const [first, second] = (await read(session, 'pipelines')).pages[0]?.pipelines?.[0]?.stages ?? []
    expect(dealsOf(deals.pages).find(({ externalId }) => externalId === dealId)).toMatchObject({
      amount: '1250',
      outcome: 'won',
      contactIds: [contact],
      history: [
        { stageId: first?.externalId, pipelineId: 'default', at: new Date(start).toISOString() },
        { stageId: second?.externalId },
        { stageId: 'closedwon', at: new Date(start + 3 * day).toISOString() },
      ],
    })
    expect(await hubspot.read.count?.(session, 'contact')).toBe(231)
    expect(await hubspot.read.count?.(session, 'opportunity')).toBe(121)
  })

  it('brings all contacts of a deal, also those beyond the first page of them [SYNC-06]', async () => {
    const id = newAccount()
    const people = Array.from({ length: 230 }, () => crm().addPerson(id, { ...ada, tags: [] }))
    const about = { name: 'Roof', amount: 1, currency: 'USD', pipeline: 0, path: [], source: '' }
    for (const personIds of [people, people.slice(0, 2)])
      crm().addDeal(id, { ...about, personIds, createdAt: start, modifiedAt: start })
    const { session } = await bench.connect(id)
    const whole = await read(session, 'opportunities')
    const changed = await read(session, 'opportunities', { at: new Date(start).toISOString() })
    for (const { pages } of [whole, changed])
      expect(dealsOf(pages).map(({ contactIds }) => contactIds)).toEqual([people, people.slice(0, 2)])
  })

  it('lists ids alone, page by page', async () => {
    const id = newAccount()
    fillAccount(crm(), id, { people: 150, deals: 0, seed: 4 })
    const { session } = await bench.connect(id)
    const first = await hubspot.read.listIds?.(session, 'contact', null)
    const second = await hubspot.read.listIds?.(session, 'contact', first?.next ?? null)
    expect(first?.ids).toHaveLength(100)
    expect(second?.ids).toHaveLength(50)
    expect(second?.next).toBeNull()
  })

  it('brings owners, lists and their members; only chosen lists if some were chosen [SYNC-04]', async () => {
    const id = newAccount()
    const adas = crm().addPerson(id, ada)
    const ben = crm().addPerson(id, { ...ada, firstName: 'Ben', email: 'ben@example.com', tags: ['vip', 'web'] })
    const { session } = await bench.connect(id)
    const owners = await read(session, 'owners')
    expect(owners.pages.flatMap((page) => page.owners ?? []).map(({ name }) => name)).toEqual(['Nora Field', 'Omar Reed'])
    const lists = (await read(session, 'lists')).pages.flatMap((page) => page.lists ?? [])
    const [vip, web] = lists
    expect(lists).toMatchObject([
      { name: 'vip', kind: 'list', size: 2 },
      { name: 'web', size: 1 },
    ])
    const all = await read(session, 'memberships')
    expect(all.pages.flatMap((page) => page.memberships ?? [])).toEqual([
      { listId: vip?.externalId, contactId: adas },
      { listId: vip?.externalId, contactId: ben },
      { listId: web?.externalId, contactId: ben },
    ])
    const chosen = await bench.connect(id, { lists: ['WEB'] })
    const few = await read(chosen.session, 'memberships')
    expect(few.pages.flatMap((page) => page.memberships ?? [])).toEqual([{ listId: web?.externalId, contactId: ben }])
  })

  it('ignores lists of companies, even if a company has the same id as Ada [SYNC-06]', async () => {
    const id = newAccount()
    const adas = crm().addPerson(id, { ...ada, tags: [] })
    const { session } = await bench.connect(id)
    const sent = z.object({ lists: z.array(z.object({ listId: z.string(), name: z.string(), objectTypeId: z.string() })) })
    const search = { method: 'POST', path: '/crm/v3/lists/search', json: { objectTypeId: '0-1' }, about: 'lists' } as const
    const [companies] = (await session.http.get(sent, search)).lists
    expect(companies).toMatchObject({ name: 'Key accounts', objectTypeId: '0-2' })
    const members = await memberPage(session, companies?.listId ?? '', null)
    expect(members.contactIds).toEqual([adas])

    expect((await read(session, 'lists')).pages).toEqual([{ lists: [], next: null }])
    const chosen = await bench.connect(id, { lists: ['Key accounts'] })
    for (const one of [session, chosen.session])
      expect((await read(one, 'memberships')).pages.flatMap((page) => page.memberships ?? [])).toEqual([])
  })
})

describe('An incremental read', () => {
  it('brings what changed since, deals with their history and their contacts [SYNC-06]', async () => {
    const id = newAccount()
    fillAccount(crm(), id, { people: 60, deals: 30, seed: 5, until: start })
    const contact = crm().addPerson(id, { ...ada, createdAt: start + day, modifiedAt: start + day })
    const { session } = await bench.connect(id)
    const people = await read(session, 'contacts')
    const deals = await read(session, 'opportunities')
    expect(people.watermark).toMatchObject({ at: new Date(start + day).toISOString() })

    crm().changePerson(id, contact, { phone: '+1 202 555 0199' }, start + 2 * day)
    const deal = crm().addDeal(id, {
      name: 'Roof',
      amount: null,
      currency: 'USD',
      personIds: [contact],
      pipeline: 0,
      path: [{ stage: 0, at: start + 2 * day }],
      source: '',
      createdAt: start + 2 * day,
      modifiedAt: start + 2 * day,
    })
    crm().changeDeal(id, deal, { stage: 'lost' }, start + 3 * day)
    const later = inDays(session, 2)
    const changedPeople = await read(later, 'contacts', people.watermark)
    expect(contactsOf(changedPeople.pages)).toMatchObject([{ externalId: contact, phone: '+1 202 555 0199' }])
    expect(changedPeople.watermark).toMatchObject({ at: new Date(start + 2 * day).toISOString() })
    const changedDeals = await read(later, 'opportunities', deals.watermark)
    expect(dealsOf(changedDeals.pages).find(({ externalId }) => externalId === deal)).toMatchObject({
      outcome: 'lost',
      amount: null,
      contactIds: [contact],
      history: [{ pipelineId: 'default' }, { stageId: 'closedlost', at: new Date(start + 3 * day).toISOString() }],
    })
    const nothing = await read(session, 'contacts', { at: new Date(start + 9 * day).toISOString() })
    expect(contactsOf(nothing.pages)).toEqual([])
    expect(nothing.watermark).toEqual({ at: new Date(start + 9 * day).toISOString() })
  })

  it('has an overlap of a whole day on the day after a full read, and of ten minutes from then on [SYNC-06]', async () => {
    const id = newAccount()
    const times = [start - 20 * 3_600_000, start - 5 * 60_000, start]
    const [ada20, ada5, adaNow] = times.map((at) => crm().addPerson(id, { ...ada, createdAt: at, modifiedAt: at }))
    const { session } = await bench.connect(id)
    const { watermark } = await read(session, 'contacts')
    const early = await read(inDays(session, 0.9), 'contacts', watermark)
    expect(idsOf(early.pages)).toEqual([ada20, ada5, adaNow])
    expect(early.watermark).toEqual(watermark)
    expect(idsOf((await read(inDays(session, 1.1), 'contacts', early.watermark)).pages)).toEqual([ada5, adaNow])
  })

  it('reads past 10,000 changes, and past a page full of changes in one millisecond [SYNC-06]', async () => {
    const id = newAccount()
    for (let index = 0; index < 10_650; index += 1) {
      const at = index < 450 ? start : start + index
      crm().addPerson(id, { ...ada, tags: [], email: `p${index}@example.com`, createdAt: at, modifiedAt: at })
    }
    const { session } = await bench.connect(id)
    const { pages, watermark } = await read(session, 'contacts', { at: new Date(start).toISOString() })
    expect(new Set(idsOf(pages)).size).toBe(10_650)
    expect(idsOf(pages)).toHaveLength(10_650)
    expect(watermark).toEqual({ at: new Date(start + 10_649).toISOString() })
    expect(pages.length).toBeLessThan(70)
  })

  it('skips no contact that moves to the end while we read', async () => {
    const id = newAccount()
    const people = Array.from({ length: 300 }, (_one, index) =>
      crm().addPerson(id, { ...ada, tags: [], createdAt: start + index, modifiedAt: start + index }),
    )
    const { session } = await bench.connect(id)
    const stream = hubspot.read.streams.find(({ name }) => name === 'contacts')
    const since = { at: new Date(start).toISOString() }
    const first = await stream?.read(session, { cursor: null, since })
    for (const contact of people.slice(0, 50)) crm().changePerson(id, contact, { city: 'Denver' }, start + day)
    const second = await stream?.read(session, { cursor: first?.next ?? null, since })
    expect(new Set([...idsOf([first ?? { next: null }]), ...idsOf([second ?? { next: null }])]).size).toBe(300)
  })

  it('reads many custom fields in a second step, because a search is too short for them', async () => {
    const id = newAccount()
    const contact = crm().addPerson(id, ada)
    const { session } = await bench.connect(id)
    const long = Array.from({ length: 90 }, (_one, index) => `own_property_with_a_long_name_${index}`)
    const cursor = { from: start - day, behindId: null, known: [], names: ['email', 'lastmodifieddate', ...long] }
    const stream = hubspot.read.streams.find(({ name }) => name === 'contacts')
    const page = await stream?.read(session, { cursor, since: { at: new Date(start).toISOString() } })
    expect(page?.contacts).toMatchObject([{ externalId: contact, email: 'ada@example.com' }])
  })
})

describe('Deleted records', () => {
  it('are reported once: deleted contacts and deals, and merged contacts [SYNC-06]', async () => {
    const id = newAccount()
    const [one, two, three] = ['Ada', 'Ben', 'Cleo'].map((firstName) => crm().addPerson(id, { ...ada, firstName }))
    if (!one || !two || !three) throw new Error('There are three people')
    const now = Date.now()
    const { session } = await bench.connect(id)
    const before = await read(session, 'deletions')
    crm().removePerson(id, one, now)
    const about = { name: 'Roof', amount: 1, currency: 'USD', personIds: [two], pipeline: 0, path: [], source: '' }
    const [kept, gone] = [1, 2].map(() => crm().addDeal(id, { ...about, createdAt: start, modifiedAt: start }))
    if (!kept || !gone) throw new Error('There are two deals')
    crm().removeDeal(id, gone, now)
    crm().mergePeople?.(id, { from: two, into: three }, now)
    const { pages, watermark } = await read(session, 'deletions', before.watermark)
    expect(pages.flatMap(({ deletions = [] }) => deletions)).toEqual([
      { object: 'contact', externalId: one, at: new Date(now).toISOString() },
      { object: 'opportunity', externalId: gone, at: new Date(now).toISOString() },
    ])
    expect(dealsOf((await read(session, 'opportunities')).pages)).toMatchObject([{ externalId: kept, contactIds: [three] }])
    const people = await read(session, 'contacts')
    expect(people.pages.flatMap(({ merges = [] }) => merges)).toEqual([{ from: two, into: three, at: null }])
    expect(idsOf(people.pages)).toEqual([three])
    const late = { at: new Date(now + day).toISOString() }
    expect((await read(session, 'deletions', late)).pages.flatMap(({ deletions = [] }) => deletions)).toEqual([])
    expect(watermark).toMatchObject({ at: expect.any(String) })
  })
})

describe('Failures', () => {
  it('are waited out when HubSpot throttles, and retried after an outage or a broken connection [SYNC-10]', async () => {
    const id = newAccount()
    crm().addPerson(id, ada)
    const { session } = await bench.connect(id)
    for (const kind of ['throttle', 'outage', 'drop'] as const)
      bench.vendor.faults.add({ kind, times: 1, path: '/crm/v3/objects/contacts' })
    bench.waited.length = 0
    expect(idsOf((await read(session, 'contacts')).pages)).toHaveLength(1)
    expect(bench.waited.toSorted((one, other) => other - one)[0]).toBe(10_000)
    expect(bench.waited).toHaveLength(3)
  })

  it('report an invalid answer as invalid', async () => {
    const { session } = await bench.connect(newAccount())
    bench.vendor.faults.add({ kind: 'odd_shape' })
    await expect(read(session, 'contacts')).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it('are avoided by at most four searches in any second, contacts and deals together [SYNC-10]', async () => {
    const { session } = await bench.connect(newAccount())
    let now = Date.now()
    const searches: number[] = []
    const get: Session['http']['get'] = (schema, call) => {
      searches.push(now)
      return session.http.get(schema, call)
    }
    const wait = async (ms: number): Promise<void> => void (now += ms)
    const paced: Session = { ...session, http: { ...session.http, get }, now: () => new Date(now), wait }
    for (let count = 0; count < 10; count += 1)
      await Promise.all([hubspot.read.count?.(paced, 'contact'), hubspot.read.count?.(paced, 'opportunity')])
    expect(searches).toHaveLength(20)
    for (const [index, at] of searches.entries()) expect(at - (searches[index - 4] ?? 0)).toBeGreaterThanOrEqual(1000)
    expect((searches.at(-1) ?? 0) - (searches[0] ?? 0)).toBeLessThan(6000)
  })

  it('are waited out when HubSpot has counted more searches than we have [SYNC-10]', async () => {
    const { session } = await bench.connect(newAccount())
    bench.vendor.faults.limitsAreOn = true
    bench.waited.length = 0
    const calls = Array.from({ length: 20 }, async () => hubspot.read.count?.({ ...session }, 'contact'))
    await Promise.allSettled(calls)
    bench.vendor.faults.limitsAreOn = false
    expect(bench.waited).toContain(1000)
  })
})
