import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { CrmAdmin } from '#sandbox/kit/vendor.ts'
import type { StreamName } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import type { VendorAnswer, VendorHttp } from '../kit/calls/http.ts'
import type { ContactRecord, Json, Page, RecordObject } from '../kit/records.ts'
import { readStream, startBench, type Bench, type Connected } from '../testing/bench.ts'
import { refusalOf } from './client.ts'
import { ghl } from './index.ts'
import { contactAnswer } from './wire.ts'

let bench: Bench
let crm: CrmAdmin
let number = 0
const until = Date.now() - 2 * 86_400_000

const must = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('It is missing')
  return value
}
const openAccount = async (people: number, deals: number, settings = {}): Promise<Connected & { id: string }> => {
  number += 1
  const id = `location${number}`
  bench.vendor.admin.createAccount({ id, name: 'Harbor Law' })
  fillAccount(crm, id, { people, deals, seed: 7, until })
  return { id, ...(await bench.connect(id, settings)) }
}
const read = (session: Connected['session'], name: StreamName, since: Json | null = null) =>
  readStream(ghl, session, { name, since })
const peopleOf = ({ pages }: { pages: readonly Page[] }) => pages.flatMap(({ contacts = [] }) => contacts)
const dealsOf = ({ pages }: { pages: readonly Page[] }) => pages.flatMap(({ opportunities = [] }) => opportunities)
const idsOf = (records: readonly { externalId: string }[]) => new Set(records.map(({ externalId }) => externalId))
const requestsTo = (path: string): number => bench.vendor.faults.log.filter(({ url }) => url.includes(path)).length
const inDays = (session: Session, days: number): Session => ({ ...session, now: () => new Date(Date.now() + days * 86_400_000) })
/** Contacts whose attribution was not part of the search result. */
const withoutAttribution = (contacts: readonly ContactRecord[]) =>
  contacts.filter(({ raw }) => !('attributions' in (raw as object)))

type Found = Record<string, unknown> & { id: string }

/** The same account, with changed search results. */
const searching = (session: Session, change: (contact: Found) => object | Promise<object>): Session => {
  const get: VendorHttp['get'] = async (schema, call) => {
    const answer = await session.http.get(schema, call)
    if (call.path !== '/contacts/search') return answer
    const { contacts } = answer as { contacts: Found[] }
    return { ...answer, contacts: await Promise.all(contacts.map(async (contact) => change(contact))) }
  }
  return { ...session, http: { ...session.http, get } }
}

beforeAll(async () => {
  bench = await startBench(ghl)
  crm = must(bench.vendor.admin.crm)
})
afterAll(() => bench.close())
beforeEach(() => {
  bench.vendor.faults.clear()
  bench.vendor.faults.log.length = 0
  bench.waited.length = 0
})

describe('Connecting GoHighLevel [SYNC-04]', () => {
  it('identifies the sub-account that Dana chose', async () => {
    const { account, id, tokens } = await openAccount(0, 0)
    expect(account).toMatchObject({ hubId: id, name: 'Harbor Law', facts: { timezone: 'America/Denver' } })
    expect(must(tokens.expiresAt).getTime()).toBeGreaterThan(Date.now() + 86_000_000)
  })
  it('renews expired access, each time with the newest refresh token', async () => {
    const { id, session, keys } = await openAccount(3, 0)
    for (const renewals of [1, 2]) {
      bench.vendor.admin.expireTokens(id)
      expect(peopleOf(await read(session, 'contacts'))).toHaveLength(3)
      expect(keys.renewals).toBe(renewals)
    }
  })
  it('is lost when Dana has removed the application', async () => {
    const { id, session } = await openAccount(1, 0)
    bench.vendor.admin.revokeTokens(id)
    await expect(read(session, 'contacts')).rejects.toMatchObject({ kind: 'auth_lost' })
  })
  it('needs a sub-account, not an agency', async () => {
    const { session, tokens } = await openAccount(0, 0)
    const first = { ...session, account: { ...session.account, hubId: null } }
    await expect(ghl.identify(first, { ...tokens, facts: { locationId: '' } })).rejects.toThrow(
      'choose a GoHighLevel sub-account',
    )
  })
})

describe('Reading GoHighLevel [SYNC-06]', () => {
  it('brings every contact exactly once, with tags and touches', async () => {
    const { session } = await openAccount(250, 0)
    const all = await read(session, 'contacts')
    expect(all.pages.map(({ contacts = [] }) => contacts.length)).toEqual([100, 100, 50])
    const contacts = peopleOf(all)
    expect(idsOf(contacts).size).toBe(250)
    const kinds = new Set(contacts.flatMap(({ touches }) => touches.map(({ kind }) => kind)))
    expect(kinds).toEqual(new Set(['click', 'direct']))
    const lists = (await read(session, 'lists')).pages.flatMap((page) => page.lists ?? [])
    const memberships = all.pages.flatMap((page) => page.memberships ?? [])
    expect(memberships).toHaveLength(contacts.flatMap(({ tags }) => tags).length)
    expect(memberships.every(({ listId }) => idsOf(lists).has(listId))).toBe(true)
  })
  it('brings opportunities with their lost reasons, and names pipelines and owners', async () => {
    const { session } = await openAccount(120, 230)
    const deals = dealsOf(await read(session, 'opportunities'))
    expect(idsOf(deals).size).toBe(230)
    expect(new Set(deals.map(({ outcome }) => outcome))).toEqual(new Set(['open', 'won', 'lost']))
    const lost = deals.filter(({ outcome }) => outcome === 'lost')
    expect(new Set(lost.map(({ outcomeReason }) => outcomeReason))).toEqual(new Set(['Too expensive', 'Chose somebody else']))
    expect(deals.every(({ stageSince }) => stageSince !== null)).toBe(true)
    const [pipelines] = (await read(session, 'pipelines')).pages.flatMap((page) => page.pipelines ?? [])
    expect(pipelines?.stages.map(({ name }) => name)).toEqual(['New lead', 'Call booked', 'Proposal sent'])
    expect((await read(session, 'owners')).pages[0]?.owners).toMatchObject([{ name: 'Robin Field' }, { name: 'Sasha Reed' }])
  })
  it('brings custom fields, in every form of the answer', async () => {
    const { session } = await openAccount(120, 200)
    const all = await read(session, 'opportunities')
    const deals = dealsOf(all)
    expect(all.pages.flatMap(({ rejected = [] }) => rejected)).toEqual([])
    expect(deals).toHaveLength(200)
    const inField = (name: string) => deals.flatMap((deal) => (name in deal.fields ? [{ deal, value: deal.fields[name] }] : []))
    const names = ['Project', 'Steps', 'Extras', 'Begins', 'Branch']
    expect(new Set(deals.flatMap(({ fields }) => Object.keys(fields)))).toEqual(new Set(names))
    for (const { deal, value } of inField('Project')) expect(value).toBe(deal.name)
    for (const { value } of inField('Steps')) expect(value).toBeGreaterThan(0)
    for (const { value } of inField('Extras')) expect(value).toBe('Delivery, Assembly')
    for (const { deal, value } of inField('Begins')) expect(value).toBe(deal.createdAt?.slice(0, 10))
    for (const { deal, value } of inField('Branch')) expect(value).toBe(deal.source)
    const contacts = peopleOf(await read(session, 'contacts'))
    expect(contacts.some(({ fields }) => fields['Visits'] !== undefined)).toBe(true)
    for (const { fields, tags } of contacts) {
      expect(fields['Interests'] ?? '').toBe(tags.join(', '))
      expect(fields['Visits'] ?? 1 + tags.length).toBe(1 + tags.length)
    }
  })
  it('brings only contacts that changed afterwards', async () => {
    const { id, session } = await openAccount(150, 0)
    const all = await read(session, 'contacts')
    const ada = must(peopleOf(all)[0]).externalId
    crm.changePerson(id, ada, { phone: '+1 202 555 0199' }, until + 3_600_000)
    bench.vendor.faults.log.length = 0
    const later = await read(inDays(session, 2), 'contacts', all.watermark)
    expect(idsOf(peopleOf(later))).toContain(ada)
    expect(peopleOf(later).length).toBeLessThan(4)
    expect(requestsTo('/ghl/contacts/')).toBe(1 + withoutAttribution(peopleOf(later)).length)
    expect(later.watermark).toMatchObject({ at: new Date(until + 3_600_000).toISOString() })
  })
  it('has an overlap of a whole day on the day after a full read, and of ten minutes from then on', async () => {
    const { id, session } = await openAccount(2, 2)
    const [ada, ben] = crm.people(id, 2).map((one) => one.id)
    const [roof, barn] = crm.deals(id, 2).map((one) => one.id)
    for (const [contact, deal, at] of [
      [ada, roof, until + 3_600_000],
      [ben, barn, until + 20 * 3_600_000],
    ] as const) {
      crm.changePerson(id, must(contact), { city: 'Leeds' }, at)
      crm.changeDeal(id, must(deal), { amount: 7 }, at)
    }
    for (const [name, all, newest] of [
      ['contacts', [ada, ben], [ben]],
      ['opportunities', [roof, barn], [barn]],
    ] as const) {
      const { watermark } = await read(session, name)
      const idsAt = async (days: number) => {
        const later = await read(inDays(session, days), name, watermark)
        expect(later.watermark).toEqual(watermark)
        return idsOf([...peopleOf(later), ...dealsOf(later)])
      }
      expect(await idsAt(0.9)).toEqual(new Set(all))
      expect(await idsAt(1.1)).toEqual(new Set(newest))
    }
  })
  it("keeps Ada's data out of the opportunity, so that it is deleted with Ada", async () => {
    const { session } = await openAccount(30, 20)
    const contacts = peopleOf(await read(session, 'contacts'))
    const deals = dealsOf(await read(session, 'opportunities'))
    for (const { raw, contactIds } of deals) {
      expect(raw).toMatchObject({ contact: { id: contactIds[0] } })
      const ada = must(contacts.find(({ externalId }) => externalId === contactIds[0]))
      const text = JSON.stringify(raw)
      for (const value of [ada.email, ada.phone]) expect(value === null || !text.includes(value)).toBe(true)
    }
    const odd = { id: '7', status: {}, contact: { id: '1', email: 'ada@example.com' }, notes: ['Ada called'] }
    const again = ghl.read.remap?.('opportunity', odd, { account: session.account, settings: {} })
    expect(JSON.stringify(again?.rejected)).not.toMatch(/ada/i)
  })
  it('misses no contact that changes while pages are read', async () => {
    const { id, session } = await openAccount(150, 0)
    const stream = must(ghl.read.streams.find(({ name }) => name === 'contacts'))
    const first = await stream.read(session, { cursor: null, since: null })
    const [ada, ben] = must(first.contacts)
    crm.changePerson(id, must(ada).externalId, { firstName: 'Ada' }, Date.now())
    crm.removePerson(id, must(ben).externalId, Date.now())
    const second = await stream.read(session, { cursor: first.next, since: null })
    expect(idsOf(peopleOf({ pages: [first, second] })).size).toBe(150)
    expect(second.contacts?.at(-1)).toMatchObject({ externalId: ada?.externalId, firstName: 'Ada' })
  })
  it('counts, and lists ids alone', async () => {
    const { id, session } = await openAccount(520, 110)
    crm.removePerson(id, must(crm.people(id, 1)[0]).id, Date.now())
    const keysOf = async (object: RecordObject) => {
      const first = must(await ghl.read.listIds?.(session, object, null))
      const second = must(await ghl.read.listIds?.(session, object, first.next))
      expect(second.next).toBeNull()
      return new Set([...first.ids, ...second.ids]).size
    }
    expect(await ghl.read.count?.(session, 'contact')).toBe(519)
    expect(await ghl.read.count?.(session, 'opportunity')).toBe(110)
    expect(await keysOf('contact')).toBe(519)
    expect(await keysOf('opportunity')).toBe(110)
  })
  it('takes the source from the chosen field, also when a record is mapped again', async () => {
    const { session } = await openAccount(3, 0, { source_field: 'Heard about us' })
    const ada = must(peopleOf(await read(session, 'contacts'))[0])
    expect(ada.source).toBe(ada.fields['Heard about us'])
    const again = ghl.read.remap?.('contact', ada.raw, { account: session.account, settings: { source_field: 'nothing' } })
    expect(again?.contacts?.[0]).toMatchObject({ externalId: ada.externalId, source: null, touches: ada.touches })
  })
})

describe('The attribution of contacts of GoHighLevel', () => {
  it('is part of the search, and requested only if it is not', async () => {
    const { session } = await openAccount(250, 0)
    const contacts = peopleOf(await read(session, 'contacts'))
    expect(withoutAttribution(contacts).length).toBeGreaterThan(0)
    expect(withoutAttribution(contacts).length).toBeLessThan(20)
    for (const { externalId } of withoutAttribution(contacts)) expect(requestsTo(`/ghl/contacts/${externalId}`)).toBe(1)
    expect(requestsTo('/ghl/contacts/')).toBe(3 + withoutAttribution(contacts).length)
  })
  it('is the same in both forms', async () => {
    const { id, session } = await openAccount(120, 0)
    const [ada, ben] = crm.people(id, 2)
    crm.changePerson(id, must(ada).id, { utm: null, source: 'Radio', tags: [] }, until)
    crm.changePerson(id, must(ben).id, { utm: null, source: 'Radio', tags: ['newsletter'] }, until)
    const touchesOf = async (given: Session) =>
      peopleOf(await read(given, 'contacts')).map(({ externalId, touches }) => ({ externalId, touches }))
    const given = await touchesOf(session)
    expect(given.some(({ touches }) => touches.length === 0)).toBe(true)
    expect(new Set(given.flatMap(({ touches }) => touches.map(({ key }) => key)))).toEqual(new Set(['first']))

    bench.vendor.faults.log.length = 0
    const silent = searching(session, ({ attributions: _left, ...contact }) => contact)
    expect(await touchesOf(silent)).toEqual(given)
    expect(requestsTo('/ghl/contacts/')).toBe(2 + 120)

    const twofold = searching(session, async ({ attributions: _left, ...found }) => {
      const { contact } = await session.http.get(contactAnswer, { path: `/contacts/${found.id}`, about: 'a contact' })
      const { attributionSource = null, lastAttributionSource = null } = contact
      return { ...found, attributionSource, lastAttributionSource }
    })
    bench.vendor.faults.log.length = 0
    expect(await touchesOf(twofold)).toEqual(given)
    // Those of the search above alone: the connector makes no other requests.
    expect(requestsTo('/ghl/contacts/')).toBe(2 + 120)
  })
  it('is unknown if the list is empty, without another request', async () => {
    const { session } = await openAccount(30, 0)
    const empty = searching(session, (contact) => ({ ...contact, attributions: [] }))
    expect(peopleOf(await read(empty, 'contacts')).flatMap(({ touches }) => touches)).toEqual([])
    expect(requestsTo('/ghl/contacts/')).toBe(1)
  })
  it('stays as found for a contact that is deleted meanwhile', async () => {
    const { id, session } = await openAccount(3, 0)
    const silent = searching(session, ({ attributions: _left, ...contact }) => {
      crm.removePerson(id, contact.id, Date.now())
      return contact
    })
    const contacts = peopleOf(await read(silent, 'contacts'))
    expect(contacts.map(({ touches }) => touches)).toEqual([[], [], []])
  })
})

describe('Changed opportunities of GoHighLevel', () => {
  it('come newest first, and the rest is not read', async () => {
    const { id, session } = await openAccount(50, 450)
    const all = await read(session, 'opportunities')
    const old = must(dealsOf(all)[0]).externalId
    crm.changeDeal(id, old, { stage: 'lost' }, until + 3_600_000)
    const later = await read(inDays(session, 2), 'opportunities', all.watermark)
    expect(dealsOf(later)).toContainEqual(expect.objectContaining({ externalId: old, outcome: 'lost' }))
    expect(later.pages.length).toBeLessThan(4)
    expect(later.watermark).toMatchObject({ at: new Date(until + 3_600_000).toISOString() })
  })
  it('are all found if the vendor does not support that order: then everything is read', async () => {
    const { id, session } = await openAccount(50, 250)
    const all = await read(session, 'opportunities')
    const old = must(dealsOf(all)[0]).externalId
    crm.changeDeal(id, old, { stage: 'won' }, until + 3_600_000)
    const deaf = {
      ...session,
      http: {
        ...session.http,
        get: ((schema, call) =>
          session.http.get(schema, { ...call, query: { ...call.query, order: 'added_desc' } })) as typeof session.http.get,
      },
    }
    const later = await read(deaf, 'opportunities', all.watermark)
    expect(later.pages).toHaveLength(3)
    expect(dealsOf(later)).toContainEqual(expect.objectContaining({ externalId: old, outcome: 'won' }))
  })
})

describe('Failures of GoHighLevel', () => {
  it('reject an invalid record with the reason', () => {
    const session = {
      account: { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} },
      settings: {},
    }
    expect(ghl.read.remap?.('contact', { id: '7', email: {} }, session)).toMatchObject({
      contacts: [],
      rejected: [{ object: 'contact', externalId: '7', code: 'bad_shape', reason: expect.stringContaining('email') }],
    })
    expect(ghl.read.remap?.('opportunity', null, session)).toMatchObject({
      rejected: [{ object: 'opportunity', externalId: 'without id' }],
    })
  })
  it('are waited out for ten seconds', async () => {
    const { session } = await openAccount(3, 0)
    bench.vendor.faults.add({ kind: 'throttle', times: 1 })
    await read(session, 'contacts')
    expect(bench.waited).toEqual([10_000])
  })
  it('are retried later when the daily limit is used up', () => {
    const headers = { 'x-ratelimit-daily-remaining': '0', 'x-ratelimit-interval-milliseconds': '10000' }
    const answer: VendorAnswer = { status: 429, headers, body: {}, text: '' }
    expect(refusalOf(answer)).toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_600_000 })
  })
  it('distinguish a missing permission from expired access', () => {
    const answer = (status: number, message: string): VendorAnswer => ({ status, headers: {}, body: { message }, text: '' })
    expect(refusalOf(answer(401, 'The token is not authorized for this scope.'))?.kind).toBe('refused')
    expect(refusalOf(answer(401, 'Invalid token: access token is invalid'))?.kind).toBe('token_expired')
    expect(refusalOf(answer(403, 'The token does not have access to this location.'))?.kind).toBe('refused')
    expect(refusalOf(answer(500, ''))).toBeNull()
  })
  it('retry a broken page', async () => {
    const { session } = await openAccount(120, 0)
    bench.vendor.faults.add({ kind: 'drop', times: 1, after: 1, path: '/contacts/search' })
    expect(peopleOf(await read(session, 'contacts'))).toHaveLength(120)
  })
  it.each(['malformed', 'odd_shape'] as const)('report a %s answer as invalid', async (kind) => {
    const { session } = await openAccount(3, 0)
    bench.vendor.faults.add({ kind })
    await expect(read(session, 'contacts')).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
