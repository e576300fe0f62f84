import { describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { NewAccount } from '#sandbox/kit/vendor.ts'
import type { Json, Page } from '../kit/records.ts'
import { readStream } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { all } from '../testing/conformance/reading.ts'
import { crmOf } from '../testing/conformance/source.ts'
import { someone } from '../testing/contacts.ts'
import { microsoftDynamics } from './index.ts'

const bench = benchForFile(microsoftDynamics)
const crm = () => crmOf(bench)

const day = 86_400_000
const account = (settings: Omit<NewAccount, 'name'> = {}): string =>
  bench.vendor.admin.createAccount({ name: 'Harbour Homes', ...settings }).account
const unique = (pages: readonly Page[]) => new Set(all(pages, 'contacts').map(({ externalId }) => externalId)).size
const deal = (personIds: string[], change: { pipeline?: number } = {}) => {
  const at = Date.now() - 4 * day
  const path = [
    { stage: 0, at },
    { stage: 1, at: at + day },
  ]
  return {
    name: 'Roof',
    amount: 1200,
    currency: 'EUR',
    personIds,
    pipeline: 0,
    path,
    source: '',
    createdAt: at,
    modifiedAt: at + day,
    ...change,
  }
}

describe('Dynamics is connected', () => {
  it('as the environment whose address Marco has entered', async () => {
    const id = account()
    const { account: found, session } = await bench.connect(id)
    expect(found).toMatchObject({ hubId: id, name: 'Harbour Homes' })
    expect(found.url).toMatch(/\/microsoft-dynamics\/orgs\/harbour-homes-\d+$/)
    expect(microsoftDynamics.calls.baseOf(session.app, found)).toBe(found.url)
  })

  it('and continues with a new token after the old one has expired, until access is lost [SYNC-09]', async () => {
    const id = account()
    const { session, keys } = await bench.connect(id)
    bench.vendor.admin.expireTokens(id)
    await readStream(microsoftDynamics, session, { name: 'owners' })
    expect(keys.renewals).toBe(1)
    bench.vendor.admin.revokeTokens(id)
    await expect(readStream(microsoftDynamics, session, { name: 'owners' })).rejects.toMatchObject({ kind: 'auth_lost' })
  })

  it('only at an address of Dynamics, of which only the host counts', () => {
    const { auth } = microsoftDynamics
    if (auth.kind !== 'oauth') throw new Error('Dynamics has OAuth')
    const consent = (url: string) =>
      new URL(auth.consentUrl({ ...bench.app, sandboxOrigin: null }, { state: 's', challenge: 'c', fields: { url } }))
    expect(consent('https://acme.crm4.dynamics.com/main.aspx?appid=1').searchParams.get('scope')).toBe(
      'https://acme.crm4.dynamics.com/user_impersonation offline_access',
    )
    expect(() => consent('https://localhost:5432')).toThrow(/doesn't belong/)
  })
})

describe('A full read', () => {
  it('brings every contact and lead once, and the link at its end brings only what has changed [SYNC-06]', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 1200, deals: 0, seed: 1 })
    const lead = crm().addPerson(id, someone('Lena', { tags: ['lead'] }))
    const { session } = await bench.connect(id)
    const { pages, watermark } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    expect(pages.map((page) => page.contacts?.length)).toEqual([500, 500, 200, 1])
    expect(unique(pages)).toBe(1201)
    expect(await microsoftDynamics.read.count?.(session, 'contact')).toBe(1201)

    const [first, second] = all(pages, 'contacts').map(({ externalId }) => externalId)
    crm().changePerson(id, first ?? '', { firstName: 'Nora', lastName: 'North' }, Date.now())
    crm().removePerson(id, second ?? '', Date.now())
    crm().mergePeople?.(id, { from: lead, into: first ?? '' }, Date.now())
    const again = await readStream(microsoftDynamics, session, { name: 'contacts', since: watermark })
    expect(all(again.pages, 'contacts')).toMatchObject([{ externalId: first, firstName: 'Nora' }, { externalId: lead }])
    expect(all(again.pages, 'deletions')).toEqual([{ object: 'contact', externalId: second, at: null }])
    expect(all(again.pages, 'merges')).toMatchObject([{ from: lead, into: first }])
    expect(await microsoftDynamics.read.count?.(session, 'contact')).toBe(1199)
    const nothing = await readStream(microsoftDynamics, session, { name: 'contacts', since: again.watermark })
    expect(unique(nothing.pages)).toBe(0)
  })

  it('is repeated when the link to the changes has expired', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 30, deals: 0, seed: 2 })
    const { session } = await bench.connect(id)
    const { watermark } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    const year = new Date().getUTCFullYear()
    const old = JSON.parse(JSON.stringify(watermark).replaceAll(`%2F${year}`, `%2F${year - 1}`)) as Json
    expect(old).not.toEqual(watermark)
    const { pages } = await readStream(microsoftDynamics, session, { name: 'contacts', since: old })
    expect(unique(pages)).toBe(30)
  })

  it('restarts a table when the link to its next page has expired', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 700, deals: 0, seed: 3 })
    const { session } = await bench.connect(id)
    const stream = microsoftDynamics.read.streams.find(({ name }) => name === 'contacts')
    const first = await stream?.read(session, { cursor: null, since: null })
    const broken = JSON.parse(JSON.stringify(first?.next).replace(/skiptoken=[\w-]+/, 'skiptoken=gone')) as Json
    const again = await stream?.read(session, { cursor: broken, since: null })
    const last = await stream?.read(session, { cursor: again?.next ?? null, since: null })
    expect(unique([again ?? { next: null }, last ?? { next: null }])).toBe(700)
  })

  it('waits as long as Dynamics asks, and survives a broken connection and an outage', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 600, deals: 0, seed: 4 })
    const { session } = await bench.connect(id)
    bench.vendor.faults.add({ kind: 'throttle', times: 1, path: '/contacts' })
    bench.vendor.faults.add({ kind: 'outage', times: 1, after: 1, path: '/contacts' })
    bench.vendor.faults.add({ kind: 'drop', times: 1, after: 1, path: '/contacts' })
    const { pages } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    expect(unique(pages)).toBe(600)
    expect(bench.waited).toContain(7000)
  })

  it('lists the ids of all active contacts and leads', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 20, deals: 3, seed: 5 })
    crm().addPerson(id, someone('Lena', { tags: ['lead'] }))
    const { session } = await bench.connect(id)
    const first = await microsoftDynamics.read.listIds?.(session, 'contact', null)
    const second = await microsoftDynamics.read.listIds?.(session, 'contact', first?.next ?? null)
    expect([first?.ids.length, second?.ids.length, second?.next]).toEqual([20, 1, null])
    expect((await microsoftDynamics.read.listIds?.(session, 'opportunity', null))?.ids).toHaveLength(3)
  })
})

describe('Opportunities', () => {
  it('are in the stage of their process, with currency and contact', async () => {
    const pipelines = [
      { name: 'New business', stages: ['New', 'Offer', 'Contract'] },
      { name: 'Renewal', stages: ['Due', 'Talk'] },
    ]
    const id = account({ pipelines })
    const { session } = await bench.connect(id)
    const ada = crm().addPerson(id, someone('Ada'))
    const renewal = crm().addDeal(id, deal([ada], { pipeline: 1 }))
    crm().addDeal(id, deal([]))
    const found = all((await readStream(microsoftDynamics, session, { name: 'pipelines' })).pages, 'pipelines')
    expect(found.map(({ name, stages }) => [name, stages.map((stage) => stage.name)])).toEqual([
      ['New business', ['New', 'Offer', 'Contract']],
      ['Renewal', ['Due', 'Talk']],
    ])
    const { pages } = await readStream(microsoftDynamics, session, { name: 'opportunities' })
    const opportunity = all(pages, 'opportunities').find(({ externalId }) => externalId === renewal)
    expect(opportunity).toMatchObject({
      amount: '1200',
      currency: 'EUR',
      pipelineId: found[1]?.externalId,
      stageId: found[1]?.stages[1]?.externalId,
      outcome: 'open',
      contactIds: [ada],
    })
    expect(microsoftDynamics.read.remap?.('opportunity', opportunity?.raw, session).opportunities).toMatchObject([
      { stageId: opportunity?.stageId, currency: 'EUR' },
    ])
  })

  it('come again after a step in the process alone, after they are won, and when they are deleted', async () => {
    const id = account()
    const { session } = await bench.connect(id)
    const roof = crm().addDeal(id, deal([]))
    const door = crm().addDeal(id, deal([]))
    const first = await readStream(microsoftDynamics, session, { name: 'opportunities' })
    const before = all(first.pages, 'opportunities').find(({ externalId }) => externalId === roof)
    const at = Date.now()
    crm().changeDeal(id, roof, { stage: 2 }, at)
    const second = await readStream(microsoftDynamics, session, { name: 'opportunities', since: first.watermark })
    const [moved] = all(second.pages, 'opportunities')
    expect(moved?.externalId).toBe(roof)
    expect(moved?.stageId).not.toBe(before?.stageId)
    expect(moved?.stageSince).toBe(new Date(Math.floor(at / 1000) * 1000).toISOString())
    crm().changeDeal(id, roof, { stage: 'won' }, at)
    crm().removeDeal(id, door, at)
    const third = await readStream(microsoftDynamics, session, { name: 'opportunities', since: second.watermark })
    expect(all(third.pages, 'opportunities')[0]).toMatchObject({ externalId: roof, outcome: 'won', stageId: moved?.stageId })
    expect(all(third.pages, 'deletions')).toEqual([{ object: 'opportunity', externalId: door, at: null }])
  })
})

describe('Marketing lists', () => {
  it('come with their members, contacts and leads alike', async () => {
    const id = account()
    const { session } = await bench.connect(id, { lists: ['VIP '] })
    const ada = crm().addPerson(id, someone('Ada', { tags: ['vip', 'web'] }))
    const lead = crm().addPerson(id, someone('Lena', { tags: ['lead', 'vip'] }))
    const lists = all((await readStream(microsoftDynamics, session, { name: 'lists' })).pages, 'lists')
    expect(lists.map(({ name, size, kind }) => [name, size, kind])).toEqual([
      ['vip', 1, 'list'],
      ['web', 1, 'list'],
      ['vip', 1, 'list'],
    ])
    const memberships = all((await readStream(microsoftDynamics, session, { name: 'memberships' })).pages, 'memberships')
    expect(memberships.map(({ contactId }) => contactId)).toEqual([ada, lead])
  })
})

describe('If Dynamics refuses', () => {
  it('an answer of an unknown form is not accepted', async () => {
    const { session } = await bench.connect(account())
    bench.vendor.faults.add({ kind: 'odd_shape', times: 1 })
    await expect(readStream(microsoftDynamics, session, { name: 'owners' })).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
