import { describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { NewAccount } from '#sandbox/kit/vendor.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { openAppSession } from '../kit/calls/session.ts'
import type { Json } from '../kit/records.ts'
import { readStream } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { all } from '../testing/conformance/reading.ts'
import { crmOf } from '../testing/conformance/source.ts'
import { someone } from '../testing/contacts.ts'
import { salesforce } from './index.ts'

const bench = benchForFile(salesforce)
const crm = () => crmOf(bench)

const day = 86_400_000
const account = (settings: Omit<NewAccount, 'name'> = {}): string =>
  bench.vendor.admin.createAccount({ name: 'Harbour Homes', ...settings }).account
/** When the full read is more than a day ago. */
const later = (session: Session): Session => ({ ...session, now: () => new Date(Date.now() + 2 * day) })
const unique = (ids: readonly string[]) => new Set(ids).size

describe('Salesforce is connected', () => {
  it('as the organization that Olivia signs in to', async () => {
    const { account: found, tokens } = await bench.connect(account({ id: '00D000000000777EAA' }))
    expect(found).toMatchObject({ hubId: '00D000000000777EAA', name: 'Harbour Homes', url: `${bench.sandbox.url}/salesforce` })
    expect(tokens.expiresAt).toBeNull()
  })

  it('and continues with a new token after the old one has expired, while a used refresh token ends the access [SYNC-09]', async () => {
    const id = account()
    const { session, keys, tokens, account: found } = await bench.connect(id)
    bench.vendor.admin.expireTokens(id)
    await readStream(salesforce, session, { name: 'owners' })
    expect(keys.renewals).toBe(1)
    const appSession = openAppSession(bench.sessionSettings)
    if (salesforce.auth.kind !== 'oauth') throw new Error('Salesforce has OAuth')
    await expect(salesforce.auth.renew?.(appSession, tokens.refreshToken ?? '', found)).rejects.toMatchObject({
      kind: 'auth_lost',
    })
    await expect(readStream(salesforce, session, { name: 'owners' })).rejects.toMatchObject({ kind: 'auth_lost' })
  })
})

describe('A full read', () => {
  it('brings every contact and lead once over several pages, and then only what has changed [SYNC-06]', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 4500, deals: 0, seed: 1 })
    const lead = crm().addPerson(id, someone('Lena', { tags: ['lead', 'vip'] }))
    const { session } = await bench.connect(id)
    const { pages, watermark } = await readStream(salesforce, session, { name: 'contacts' })
    const ids = all(pages, 'contacts').map(({ externalId }) => externalId)
    expect(pages.map((page) => page.contacts?.length)).toEqual([2000, 2000, 500, 1])
    expect(unique(ids)).toBe(4501)
    expect(pages.at(-1)?.total).toBe(4501)
    expect(await salesforce.read.count?.(session, 'contact')).toBe(4501)

    const first = ids[0] ?? ''
    crm().changePerson(id, first, { firstName: 'Nora' }, Date.now())
    const again = await readStream(salesforce, later(session), { name: 'contacts', since: watermark })
    const changed = all(again.pages, 'contacts')
    expect(changed.find(({ externalId }) => externalId === first)?.firstName).toBe('Nora')
    expect(changed.length).toBeLessThan(10)
    expect(changed.map(({ externalId }) => externalId)).toContain(lead)
  })

  it('has an overlap of a whole day while it is less than a day ago, and then of ten minutes', async () => {
    const id = account()
    const hour = 3_600_000
    const [early, late, last] = [30, 20, 1].map((hours) => {
      const at = Date.now() - hours * hour
      return crm().addPerson(id, someone('Ada', { createdAt: at, modifiedAt: at }))
    })
    const { session } = await bench.connect(id)
    const { watermark } = await readStream(salesforce, session, { name: 'contacts' })
    const first = await readStream(salesforce, session, { name: 'contacts', since: watermark })
    expect(all(first.pages, 'contacts').map(({ externalId }) => externalId)).toEqual([late, last])
    const second = await readStream(salesforce, session, { name: 'contacts', since: first.watermark })
    expect(all(second.pages, 'contacts')).toHaveLength(2)
    const next = await readStream(salesforce, later(session), { name: 'contacts', since: second.watermark })
    expect(all(next.pages, 'contacts').map(({ externalId }) => externalId)).toEqual([last])
    expect(early).not.toBe(late)
  })

  it('continues after the last record when Salesforce has dropped the query', async () => {
    const id = account()
    // All of them changed in the same second.
    fillAccount(crm(), id, { people: 4100, deals: 0, seed: 2, days: 0 })
    const { session } = await bench.connect(id)
    const stream = salesforce.read.streams.find(({ name }) => name === 'contacts')
    if (!stream) throw new Error('There are no contacts')
    const first = await stream.read(session, { cursor: null, since: null })
    // Ten more queries drop the first one.
    for (let count = 0; count < 10; count += 1)
      await session.http.send({ path: '/services/data/v66.0/query', query: { q: 'SELECT Id FROM Contact' }, about: 'contacts' })
    const second = await stream.read(session, { cursor: first.next, since: null })
    const third = await stream.read(session, { cursor: second.next, since: null })
    expect(unique(all([first, second, third], 'contacts').map(({ externalId }) => externalId))).toBe(4100)
    expect(bench.vendor.faults.log.some(({ status, url }) => status === 400 && url.includes('/query/01g'))).toBe(true)
  })

  it('accepts that the new query has the same locator as the dropped one', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 4100, deals: 0, seed: 2 })
    const { session } = await bench.connect(id)
    const stream = salesforce.read.streams.find(({ name }) => name === 'contacts')
    if (!stream) throw new Error('There are no contacts')
    const first = await stream.read(session, { cursor: null, since: null })
    const { locator } = first.next as { locator: string }
    const get: Session['http']['get'] = async (schema, call) => {
      if (call.path === locator) throw new ConnectorFailure('refused', 'Salesforce forgot it.', { status: 400 })
      const answer = await session.http.get(schema, call)
      return (answer as object) && 'nextRecordsUrl' in (answer as object) ? { ...answer, nextRecordsUrl: locator } : answer
    }
    const forgetful: Session = { ...session, http: { ...session.http, get } }
    const second = await stream.read(forgetful, { cursor: first.next, since: null })
    expect(second.next).toMatchObject({ locator })
    expect(unique(all([first, second], 'contacts').map(({ externalId }) => externalId))).toBe(4000)
  })

  it('survives a broken connection and an outage without losing a record', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 2500, deals: 0, seed: 3 })
    const { session } = await bench.connect(id)
    bench.vendor.faults.add({ kind: 'drop', times: 1, path: '/query' })
    bench.vendor.faults.add({ kind: 'outage', times: 1, after: 1, path: '/query' })
    const { pages } = await readStream(salesforce, session, { name: 'contacts' })
    expect(unique(all(pages, 'contacts').map(({ externalId }) => externalId))).toBe(2500)
  })

  it('lists the ids of all active contacts and leads', async () => {
    const id = account()
    fillAccount(crm(), id, { people: 2001, deals: 3, seed: 4 })
    crm().addPerson(id, someone('Lena', { tags: ['lead'] }))
    const { session } = await bench.connect(id)
    const sizes: number[] = []
    let cursor: Json | null = null
    do {
      const { ids = [], next = null }: { ids?: readonly string[]; next?: Json | null } =
        (await salesforce.read.listIds?.(session, 'contact', cursor)) ?? {}
      sizes.push(ids.length)
      cursor = next
    } while (cursor !== null)
    expect(sizes).toEqual([2000, 1, 1])
    expect((await salesforce.read.listIds?.(session, 'opportunity', null))?.ids).toHaveLength(3)
  })
})

describe('Opportunities', () => {
  const pipelines = [
    { name: 'New business', stages: ['New', 'Offer', 'Contract'] },
    { name: 'Renewal', stages: ['Due', 'Offer'] },
  ]

  it('come with record types as pipelines, contacts, currency and their complete stage history', async () => {
    const id = account({ currency: 'EUR', pipelines })
    const { session } = await bench.connect(id)
    const at = Date.now() - 4 * day
    const [ada, ben] = [crm().addPerson(id, someone('Ada')), crm().addPerson(id, someone('Ben'))]
    const path = [
      { stage: 0, at },
      { stage: 1, at: at + day },
      { stage: 'won' as const, at: at + 2 * day },
    ]
    const shape = { name: 'Roof', amount: 1200, currency: 'EUR', personIds: [ben, ada], pipeline: 1, source: 'Web' }
    const deal = crm().addDeal(id, { ...shape, path, createdAt: at, modifiedAt: at + 2 * day })

    const found = all((await readStream(salesforce, session, { name: 'pipelines' })).pages, 'pipelines')
    expect(found.map(({ name, stages }) => [name, stages.map(({ name, outcome }) => `${name}: ${outcome}`)])).toEqual([
      ['New business', ['New: open', 'Offer: open', 'Contract: open', 'Closed Won: won', 'Closed Lost: lost']],
      ['Renewal', ['Offer: open', 'Due: open', 'Closed Won: won', 'Closed Lost: lost']],
    ])
    const [opportunity] = all((await readStream(salesforce, session, { name: 'opportunities' })).pages, 'opportunities')
    expect(opportunity).toMatchObject({
      externalId: deal,
      amount: '1200',
      currency: 'EUR',
      pipelineId: found[1]?.externalId,
      stageId: 'Closed Won',
      outcome: 'won',
      contactIds: [ben, ada],
    })
    const history = await readStream(salesforce, session, { name: 'stage_history' })
    expect(all(history.pages, 'history').map(({ stageId }) => stageId)).toEqual(['Due', 'Offer', 'Closed Won'])
  })

  it('have a pipeline even if their stage or record type was retired, or they never had one', async () => {
    const ways = [
      { name: 'Fairs (retired)', stages: ['Due', 'Offer'] },
      { name: 'New business', stages: ['New', 'Needs analysis (retired)', 'Offer'] },
      { name: 'Renewal', stages: ['Due', 'Offer'] },
    ]
    const id = account({ pipelines: ways })
    const { session } = await bench.connect(id)
    const read = async () => all((await readStream(salesforce, session, { name: 'pipelines' })).pages, 'pipelines')
    const at = Date.now() - 4 * day
    const shape = { name: 'Roof', amount: 1, currency: 'USD', personIds: [], source: '', createdAt: at, modifiedAt: at }
    const closed = ['Closed Won', 'Closed Lost']
    const retired = 'Needs analysis (retired)'
    const active = [
      ['New business', ['Offer', 'New', ...closed, retired]],
      ['Renewal', ['Due', 'Offer', ...closed, retired]],
    ]
    const fairs = ['Fairs (retired)', ['Due', 'Offer', 'New', ...closed, retired]]
    const shown = async () => (await read()).map(({ name, stages }) => [name, stages.map((stage) => stage.name)])
    expect(await shown()).toEqual([...active, fairs])

    crm().addDeal(id, { ...shape, pipeline: 0, path: [{ stage: 0, at }] })
    crm().addDeal(id, { ...shape, pipeline: 1, path: [{ stage: 1, at }] })
    crm().addDeal(id, { ...shape, pipeline: ways.length, path: [{ stage: 'won', at }] })
    expect(await shown()).toEqual([...active, ['Opportunities', fairs[1]], fairs])
    const stages = new Set(
      (await read()).flatMap(({ externalId, stages }) => stages.map((one) => `${externalId} ${one.externalId}`)),
    )
    const deals = all((await readStream(salesforce, session, { name: 'opportunities' })).pages, 'opportunities')
    const steps = all((await readStream(salesforce, session, { name: 'stage_history' })).pages, 'history')
    expect(deals.map(({ stageId }) => stageId)).toEqual(['Due', retired, 'Closed Won'])
    expect(deals.at(-1)?.pipelineId).toBe('default')
    for (const { pipelineId, stageId } of [...deals, ...steps]) expect(stages).toContain(`${pipelineId} ${stageId}`)
  })

  it('bring all their contacts, in any number', async () => {
    const id = account()
    const { session } = await bench.connect(id)
    fillAccount(crm(), id, { people: 450, deals: 0, seed: 8 })
    const personIds = crm()
      .people(id, 450)
      .map((contact) => contact.id)
    const at = Date.now() - 4 * day
    const shape = { name: 'Roof', amount: 1, currency: 'USD', pipeline: 0, source: '', createdAt: at, modifiedAt: at }
    const few = crm().addDeal(id, { ...shape, personIds: personIds.slice(0, 2), path: [{ stage: 0, at }] })
    const many = crm().addDeal(id, { ...shape, personIds, path: [{ stage: 0, at }] })
    const found = all((await readStream(salesforce, session, { name: 'opportunities' })).pages, 'opportunities')
    const contactsOf = (deal: string) => found.find(({ externalId }) => externalId === deal)?.contactIds
    expect(contactsOf(few)).toEqual(personIds.slice(0, 2))
    expect(contactsOf(many)).toHaveLength(450)
    expect(contactsOf(many)?.[0]).toBe(personIds[0])
  })

  it('have as many pipelines as there are record types', async () => {
    const ways = Array.from({ length: 60 }, (_, index) => ({ name: `Way ${index}`, stages: ['New', 'Offer'] }))
    const { session } = await bench.connect(account({ pipelines: ways }))
    const found = all((await readStream(salesforce, session, { name: 'pipelines' })).pages, 'pipelines')
    expect(found).toHaveLength(60)
  })

  it('bring the history again, without the rows that only have a new amount', async () => {
    const id = account()
    const { session } = await bench.connect(id)
    const created = Date.now() - 3 * day
    const deal = crm().addDeal(id, {
      name: 'Roof',
      amount: 1,
      currency: 'USD',
      personIds: [],
      pipeline: 0,
      path: [{ stage: 0, at: created }],
      source: '',
      createdAt: created,
      modifiedAt: created,
    })
    const { watermark } = await readStream(salesforce, session, { name: 'stage_history' })
    crm().changeDeal(id, deal, { amount: 2 }, created + day)
    crm().changeDeal(id, deal, { stage: 1 }, created + 2 * day)
    const { pages } = await readStream(salesforce, session, { name: 'stage_history', since: watermark })
    expect(all(pages, 'history').map(({ stageId }) => stageId)).toEqual(['Prospecting', 'Qualification'])
    const [only] = all((await readStream(salesforce, session, { name: 'pipelines' })).pages, 'pipelines')
    expect(only).toMatchObject({ externalId: 'default' })
  })
})

describe('Deletions', () => {
  it('are returned: deleted contacts and deals, merged contacts, converted leads', async () => {
    const id = account()
    const { session } = await bench.connect(id)
    const [ada, ben, cleo] = [someone('Ada'), someone('Ben'), someone('Cleo')].map((contact) => crm().addPerson(id, contact))
    const lead = crm().addPerson(id, someone('Lena', { tags: ['lead'] }))
    const deletions = await readStream(salesforce, session, { name: 'deletions' })
    const contacts = await readStream(salesforce, session, { name: 'contacts' })
    const at = Date.now()
    crm().removePerson(id, ada ?? '', at)
    crm().mergePeople?.(id, { from: ben ?? '', into: cleo ?? '' }, at)
    crm().mergePeople?.(id, { from: lead, into: cleo ?? '' }, at)
    const gone = await readStream(salesforce, session, { name: 'deletions', since: deletions.watermark })
    expect(all(gone.pages, 'deletions').map(({ externalId }) => externalId)).toEqual([ada])
    expect(all(gone.pages, 'merges').map(({ from, into }) => [from, into])).toEqual([[ben, cleo]])
    const changed = await readStream(salesforce, session, { name: 'contacts', since: contacts.watermark })
    expect(all(changed.pages, 'merges').map(({ from, into }) => [from, into])).toEqual([[lead, cleo]])
    expect(await salesforce.read.count?.(session, 'contact')).toBe(1)
  })

  it('of a contact role are visible in an opportunity, even if the opportunity itself has not changed', async () => {
    const id = account()
    const { session } = await bench.connect(id)
    const at = Date.now() - 2 * day
    const [ada, ben] = [crm().addPerson(id, someone('Ada')), crm().addPerson(id, someone('Ben'))]
    const shape = { name: 'Roof', amount: 1, currency: 'USD', pipeline: 0, source: '', createdAt: at, modifiedAt: at }
    const roof = crm().addDeal(id, { ...shape, personIds: [ada, ben], path: [{ stage: 0, at }] })
    crm().addDeal(id, { ...shape, personIds: [], path: [{ stage: 0, at }], modifiedAt: at + day })
    const { watermark } = await readStream(salesforce, session, { name: 'opportunities' })
    crm().removePerson(id, ada, Date.now())
    const { pages } = await readStream(salesforce, later(session), { name: 'opportunities', since: watermark })
    const again = all(pages, 'opportunities').filter(({ externalId }) => externalId === roof)
    expect(again.map(({ contactIds }) => contactIds)).toEqual([[ben]])
  })
})

describe('Campaigns', () => {
  it('are lists with their members, contacts and leads alike', async () => {
    const id = account()
    const { session } = await bench.connect(id, { lists: ['VIP '] })
    const ada = crm().addPerson(id, someone('Ada', { tags: ['vip', 'web'] }))
    const lead = crm().addPerson(id, someone('Lena', { tags: ['lead', 'vip'] }))
    const lists = all((await readStream(salesforce, session, { name: 'lists' })).pages, 'lists')
    const vip = lists.find(({ name }) => name === 'vip')
    expect(vip).toMatchObject({ kind: 'campaign', size: 2 })
    const memberships = all((await readStream(salesforce, session, { name: 'memberships' })).pages, 'memberships')
    expect(memberships).toEqual([
      { listId: vip?.externalId, contactId: ada },
      { listId: vip?.externalId, contactId: lead },
    ])
  })
})

describe('If Salesforce refuses', () => {
  it('a used-up day is waited out by the run', async () => {
    const { session } = await bench.connect(account())
    bench.vendor.faults.add({ kind: 'throttle', times: 1 })
    await expect(readStream(salesforce, session, { name: 'owners' })).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 3_600_000,
    })
  })

  it('temporary failures are retried, under every name that Salesforce uses', async () => {
    const { session } = await bench.connect(account())
    bench.vendor.faults.log.length = 0
    bench.vendor.faults.add({ kind: 'outage', times: 4, path: '/query' })
    const { pages } = await readStream(salesforce, session, { name: 'owners' })
    expect(all(pages, 'owners')).toHaveLength(1)
    const statuses = bench.vendor.faults.log.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 503])
    // If it lasts, the run is resumed later; no user has to reconnect.
    bench.vendor.faults.add({ kind: 'outage', path: '/query' })
    await expect(readStream(salesforce, session, { name: 'owners' })).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('an answer of an unknown form is not accepted', async () => {
    const { session } = await bench.connect(account())
    bench.vendor.faults.add({ kind: 'odd_shape', times: 1 })
    await expect(readStream(salesforce, session, { name: 'owners' })).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
