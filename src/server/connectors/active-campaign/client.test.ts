import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { CrmAdmin } from '#sandbox/kit/vendor.ts'
import type { StreamName } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import type { VendorHttp } from '../kit/calls/http.ts'
import type { Page, RecordObject } from '../kit/records.ts'
import { readStream, startBench, type Bench, type Connected } from '../testing/bench.ts'
import { withHistory } from './client.ts'
import { activeCampaign } from './index.ts'

let bench: Bench
let crm: CrmAdmin
let number = 0
const until = Date.now() - 2 * 86_400_000

const openAccount = async (people: number, deals: number, settings = {}): Promise<Connected & { id: string }> => {
  number += 1
  const id = `harbor${number}`
  bench.vendor.admin.createAccount({ id, name: 'Harbor Law' })
  fillAccount(crm, id, { people, deals, seed: 7, until })
  return { id, ...(await bench.connect(id, settings)) }
}
const read = (session: Connected['session'], name: StreamName, since: string | null = null) =>
  readStream(activeCampaign, session, { name, since })

const must = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('It is missing')
  return value
}
const peopleOf = ({ pages }: { pages: readonly Page[] }) => pages.flatMap(({ contacts = [] }) => contacts)
const dealsOf = ({ pages }: { pages: readonly Page[] }) => pages.flatMap(({ opportunities = [] }) => opportunities)
const idsOf = (records: readonly { externalId: string }[]) => new Set(records.map(({ externalId }) => externalId))
const enter = (fields: Record<string, string>, app = bench.app) => {
  const { auth } = activeCampaign
  if (auth.kind !== 'key') throw new Error('A key is entered')
  return auth.read(app, { api_key: 'key12345', ...fields })
}

type Answer = Record<string, unknown>

/** The same account, with changed answers. */
const changing = (session: Session, change: (answer: Answer, query: Answer, path: string) => Answer): Session => {
  const get: VendorHttp['get'] = async (schema, call) => {
    const answer = await session.http.get(schema, call)
    return { ...answer, ...change(answer as Answer, call.query ?? {}, call.path) }
  }
  return { ...session, http: { ...session.http, get } }
}
/** The user of this key may not see everything. */
const forbid = (account: string, ...calls: string[]): void => {
  const { store } = bench.sandbox
  const known = must(store.account({ vendor: 'active-campaign', account }))
  store.putAccount({ ...known, facts: { ...known.facts, forbidden: calls.join(',') } })
}
const requestsTo = (path: string): number => bench.vendor.faults.log.filter(({ url }) => url.includes(path)).length

beforeAll(async () => {
  bench = await startBench(activeCampaign)
  crm = must(bench.vendor.admin.crm)
})
afterAll(() => bench.close())
beforeEach(() => {
  bench.vendor.faults.clear()
  bench.vendor.faults.limitsAreOn = false
  bench.waited.length = 0
})

describe('Connecting ActiveCampaign [SYNC-04]', () => {
  it.each(['', '/', '/api/3', '/api/3/', '/admin', '/admin/main.php?action=settings'])(
    'accepts the address with "%s" at its end',
    (ending) => {
      const url = `${bench.sandbox.url}/active-campaign/accounts/harbor`
      expect(enter({ url: url + ending })).toEqual({ key: 'key12345', url })
    },
  )
  it("rejects an address that is not ActiveCampaign's", () => {
    const app = { ...bench.app, sandboxOrigin: null }
    expect(enter({ url: 'harbor.api-us1.com/api/3' }, app).url).toBe('https://harbor.api-us1.com')
    expect(enter({ url: 'https://harbor.activehosted.com/admin/' }, app).url).toBe('https://harbor.activehosted.com')
    expect(() => enter({ url: 'https://harbor.example.com' }, app)).toThrow("doesn't belong to the vendor")
    expect(() => enter({ url: 'http://169.254.169.254/' }, app)).toThrow("doesn't belong to the vendor")
    expect(() => enter({ url: 'https://harbor.api-us1.com', api_key: ' ' }, app)).toThrow('Enter the API key')
  })
  it('identifies the account by its name and stores no key with it', async () => {
    const { account, id } = await openAccount(0, 0)
    expect(account).toMatchObject({ hubId: id, name: id, facts: {} })
  })
  it('loses access when the key was changed at the vendor, and rejects a wrong key', async () => {
    const { id, session, tokens, account } = await openAccount(1, 0)
    bench.vendor.admin.revokeTokens(id)
    await expect(read(session, 'contacts')).rejects.toMatchObject({ kind: 'auth_lost' })
    await expect(activeCampaign.identify(session, tokens)).rejects.toThrow('no longer accepts the API key')
    const first = { ...session, account: { ...account, hubId: null } }
    await expect(activeCampaign.identify(first, tokens)).rejects.toMatchObject({
      kind: 'auth_lost',
      message: expect.stringMatching(/^ActiveCampaign doesn't accept this API key/),
      field: 'api_key',
    })
  })
})

describe('Reading ActiveCampaign [SYNC-06]', () => {
  it('brings every contact exactly once, with lists, tags and first touch', async () => {
    const { session } = await openAccount(250, 0)
    const read250 = await read(session, 'contacts')
    expect(read250.pages.map(({ contacts = [] }) => contacts.length)).toEqual([100, 100, 50])
    expect(idsOf(peopleOf(read250)).size).toBe(250)
    expect(peopleOf(read250).find(({ touches: [touch] }) => touch?.clickId)).toMatchObject({
      source: expect.any(String),
      city: expect.any(String),
      touches: [{ key: 'first', kind: 'click' }],
    })
  })
  it('brings the members of lists', async () => {
    const { session } = await openAccount(120, 0)
    const lists = (await read(session, 'lists')).pages.flatMap((page) => page.lists ?? [])
    const memberships = (await read(session, 'contacts')).pages.flatMap((page) => page.memberships ?? [])
    expect(memberships.filter(({ listId }) => listId === 'list-1')).toHaveLength(120)
    expect(memberships.every(({ listId }) => idsOf(lists).has(listId))).toBe(true)
    expect(new Set(lists.map(({ kind }) => kind))).toEqual(new Set(['list', 'tag']))
  })
  it('brings deals with amount, history and all contacts', async () => {
    const { session } = await openAccount(120, 230)
    const deals = dealsOf(await read(session, 'opportunities'))
    expect(idsOf(deals).size).toBe(230)
    expect(deals.every(({ history, stageId }) => history?.at(-1)?.stageId === stageId)).toBe(true)
    expect(new Set(deals.map(({ outcome }) => outcome))).toEqual(new Set(['open', 'won', 'lost']))
    expect(deals.some(({ contactIds }) => contactIds.length === 2)).toBe(true)
    expect(deals.every(({ amount }) => /^\d+$/.test(amount ?? ''))).toBe(true)
  })
  it('reads further contacts from their own list, once, unless they come with the deals [SYNC-06]', async () => {
    const { session } = await openAccount(120, 230)
    bench.vendor.faults.log.length = 0
    const listed = dealsOf(await read(session, 'opportunities'))
    expect(requestsTo('/contactDeals')).toBe(1)
    const withoutFurther = changing(session, (_answer, _query, path) => (path.endsWith('/deals') ? { contactDeals: [] } : {}))
    const alone = dealsOf(await read(withoutFurther, 'opportunities'))
    expect(requestsTo('/contactDeals')).toBe(1)
    const further = listed.flatMap(({ externalId: deal, contactIds }) =>
      contactIds.slice(1).map((contact) => ({ deal, contact })),
    )
    expect(further.length).toBeGreaterThan(0)
    expect(alone.flatMap(({ contactIds }) => contactIds.slice(1))).toEqual([])
    const along = changing(session, (_answer, _query, path) => (path.endsWith('/deals') ? { contactDeals: further } : {}))
    const concerned = dealsOf(await read(along, 'opportunities')).map(({ contactIds }) => contactIds)
    expect(concerned).toEqual(listed.map(({ contactIds }) => contactIds))
  })
  it('finishes reading deals even if the vendor ignores our offset', async () => {
    const { session } = await openAccount(20, 230)
    let first: Answer | undefined
    const deaf = changing(session, (answer, _query, path) => (path.endsWith('/deals') ? (first ??= answer) : {}))
    const { pages } = await read(deaf, 'opportunities')
    expect(pages.length).toBeLessThan(5)
    const wrong = changing(session, () => ({ meta: { total: 900 } }))
    expect(idsOf(dealsOf(await read(wrong, 'opportunities'))).size).toBe(230)
    const silent = changing(session, () => ({ meta: {} }))
    expect(idsOf(dealsOf(await read(silent, 'opportunities'))).size).toBe(230)
  })
  it('names pipelines, stages and owners', async () => {
    const { session } = await openAccount(0, 0)
    const [page] = (await read(session, 'pipelines')).pages
    expect(page?.pipelines?.[0]?.stages.map(({ name }) => name)).toEqual(['New enquiry', 'Consultation booked', 'Proposal sent'])
    expect((await read(session, 'owners')).pages).toMatchObject([{ owners: [{ externalId: '1', name: 'Robin Field' }] }])
  })
  it('brings only what changed afterwards, in any time zone of the account', async () => {
    const { id, session } = await openAccount(150, 40)
    const [contacts, deals] = [await read(session, 'contacts'), await read(session, 'opportunities')]
    const [ada, deal] = [must(peopleOf(contacts)[0]).externalId, must(dealsOf(deals)[0]).externalId]
    crm.changePerson(id, ada, { phone: '+1 202 555 0199' }, until + 3_600_000)
    crm.changeDeal(id, deal, { stage: 'won' }, until + 3_600_000)
    const later = await read(session, 'contacts', String(contacts.watermark))
    expect(idsOf(peopleOf(later))).toContain(ada)
    expect(peopleOf(later).length).toBeLessThan(5)
    expect(later.watermark).toBe(new Date(Math.floor((until + 3_600_000) / 1000) * 1000).toISOString())
    const won = dealsOf(await read(session, 'opportunities', String(deals.watermark)))
    expect(won).toContainEqual(expect.objectContaining({ externalId: deal, outcome: 'won' }))
  })
  it('never moves its watermark past the beginning of the read', async () => {
    const { id, session } = await openAccount(2, 0)
    crm.changePerson(id, '1', { firstName: 'Ada' }, Date.now() + 3_600_000)
    expect(Date.parse(String((await read(session, 'contacts')).watermark))).toBeLessThanOrEqual(Date.now())
  })
  it('misses no deal when others are deleted between two pages', async () => {
    const { id, session } = await openAccount(20, 150)
    const stream = must(activeCampaign.read.streams.find(({ name }) => name === 'opportunities'))
    const first = await stream.read(session, { cursor: null, since: null })
    for (const gone of dealsOf({ pages: [first] }).slice(0, 2)) crm.removeDeal(id, gone.externalId, Date.now())
    const second = await stream.read(session, { cursor: first.next, since: null })
    expect(idsOf(dealsOf({ pages: [first, second] })).size).toBe(150)
  })
  it('counts, and lists ids alone, without deleted records', async () => {
    const { id, session } = await openAccount(130, 110)
    crm.removePerson(id, '5', Date.now())
    const keysOf = async (object: RecordObject) => {
      const first = must(await activeCampaign.read.listIds?.(session, object, null))
      const second = must(await activeCampaign.read.listIds?.(session, object, first.next))
      expect(second.next).toBeNull()
      return new Set([...first.ids, ...second.ids])
    }
    expect(await activeCampaign.read.count?.(session, 'contact')).toBe(129)
    expect(await activeCampaign.read.count?.(session, 'opportunity')).toBe(110)
    const contacts = await keysOf('contact')
    expect([contacts.size, contacts.has('5')]).toEqual([129, false])
    expect((await keysOf('opportunity')).size).toBe(110)
  })
  it('has no deals if the plan has no CRM', async () => {
    bench.vendor.admin.createAccount({ id: 'plain', name: 'Plain', pipelines: [] })
    const { session } = await bench.connect('plain')
    expect((await read(session, 'opportunities')).pages).toEqual([{ next: null }])
    expect((await read(session, 'pipelines')).pages).toEqual([{ next: null }])
    expect(await activeCampaign.read.count?.(session, 'opportunity')).toBeNull()
  })
  it('leaves out what the user of the key may not see, and keeps the access [SYNC-09]', async () => {
    const { id, session } = await openAccount(40, 20)
    forbid(id, 'users', 'lists', 'tags', 'contactDeals')
    expect((await read(session, 'owners')).pages).toEqual([{ owners: [], next: null }])
    expect((await read(session, 'lists')).pages).toEqual([{ lists: [], next: null }])
    expect(peopleOf(await read(session, 'contacts'))).toHaveLength(40)
    const deals = dealsOf(await read(session, 'opportunities'))
    expect(deals).toHaveLength(20)
    expect(deals.every(({ contactIds }) => contactIds.length === 1)).toBe(true)
  })
  it('names the missing permission if nothing can be read without it [SYNC-09]', async () => {
    const { id, session } = await openAccount(1, 0)
    forbid(id, 'fields', 'webhooks')
    const refused = (what: string) => ({
      kind: 'refused',
      message: expect.stringContaining(`This key can't read ${what}`),
    })
    await expect(read(session, 'contacts')).rejects.toMatchObject(refused('custom fields'))
    const subscribing = activeCampaign.webhook?.subscribe?.(session, 'https://tributary.example/hooks/secret')
    await expect(subscribing).rejects.toMatchObject(refused('webhooks'))
    bench.vendor.admin.revokeTokens(id)
    await expect(read(session, 'contacts')).rejects.toMatchObject({ kind: 'auth_lost' })
  })
  it('fails if there are more tags than it reads, instead of leaving some out', async () => {
    const { session } = await openAccount(0, 0)
    const tags = Array.from({ length: 100 }, (_, index) => ({ id: String(index), tag: `tag ${index}` }))
    const endless = { ...session, http: { ...session.http, get: (async () => ({ tags, lists: [] })) as VendorHttp['get'] } }
    await expect(read(endless, 'lists')).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('100,000 tags'),
    })
  })
  it("maps a contact again with today's settings", async () => {
    const { session } = await openAccount(1, 0)
    const ada = must(peopleOf(await read(session, 'contacts'))[0])
    const again = activeCampaign.read.remap?.('contact', ada.raw, {
      account: session.account,
      settings: { source_field: 'City' },
    })
    expect(again?.contacts?.[0]?.source).toBe(ada.city)
  })
})

describe('Failures of ActiveCampaign', () => {
  it('reject an invalid record with the reason', () => {
    const session = {
      account: { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} },
      settings: {},
    }
    expect(activeCampaign.read.remap?.('contact', { id: '7', email: {} }, session)).toMatchObject({
      contacts: [],
      rejected: [{ object: 'contact', externalId: '7', code: 'bad_shape', reason: expect.stringContaining('email') }],
    })
    expect(activeCampaign.read.remap?.('opportunity', null, session)).toMatchObject({
      rejected: [{ object: 'opportunity', externalId: 'without id' }],
    })
  })
  it('are waited out as long as the vendor asks', async () => {
    const { session } = await openAccount(3, 0)
    bench.vendor.faults.add({ kind: 'throttle', times: 1 })
    await read(session, 'contacts')
    expect(bench.waited).toEqual([2000])
  })
  it('throttle after five requests in a second', async () => {
    const { session } = await openAccount(3, 30)
    bench.vendor.faults.limitsAreOn = true
    await expect(read(session, 'opportunities')).rejects.toMatchObject({ kind: 'rate_limited' })
    expect(bench.waited.every((ms) => ms === 1000)).toBe(true)
  })
  it('leave a deal that was deleted meanwhile without its history', async () => {
    const { session } = await openAccount(0, 0)
    expect(await withHistory(session, [{ id: '999' }])).toEqual([{ id: '999' }])
  })
  it('retry a broken page', async () => {
    const { session } = await openAccount(120, 0)
    bench.vendor.faults.add({ kind: 'drop', times: 1, after: 1, path: '/contacts' })
    expect(peopleOf(await read(session, 'contacts'))).toHaveLength(120)
  })
  it.each(['malformed', 'odd_shape'] as const)('report a %s answer as invalid', async (kind) => {
    const { session } = await openAccount(3, 0)
    bench.vendor.faults.add({ kind })
    await expect(read(session, 'contacts')).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
