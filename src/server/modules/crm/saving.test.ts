import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import type { RecordBatch } from './model.ts'
import { createDataSource, saveRecords } from './service.ts'
import { countStored, countActive, eraseRecords } from './deletion/service.ts'
import { day, opportunity, idleDispatcher, contact, touch } from './testing/records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
let dataSourceId: string
const runs = { first: newId(), second: newId() }

const source = (): Promise<string> =>
  database.asSystem('test: a source', async (tx) => {
    const id = newId()
    await createDataSource(tx, { clientId, dataSourceId: id }, 'integration')
    return id
  })

beforeAll(async () => {
  await database.asSystem('test: an account', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
  })
  dataSourceId = await source()
})

/** Returns how much was saved. */
const save = (batch: RecordBatch, { run = runs.first, at = day(9), into = dataSourceId, historyComesApart = false } = {}) =>
  database.inClient(clientId, async (tx) => {
    const origin = { clientId, dataSourceId: into, runId: run, at: new Date(at), dispatcher: idleDispatcher }
    const { changes: _changes, ...outcome } = await saveRecords(tx, origin, batch, { historyComesApart })
    return outcome
  })

const contactAt = (externalId: string, into = dataSourceId) =>
  database.inClient(clientId, (tx) =>
    tx
      .selectFrom('contact')
      .selectAll()
      .select(sql<string>`xmin::text`.as('written'))
      .where('client_id', '=', clientId)
      .where('data_source_id', '=', into)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow(),
  )
const dealAt = (externalId: string) =>
  database.inClient(clientId, (tx) =>
    tx
      .selectFrom('opportunity')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow(),
  )
const touchesOf = (contactId: string) =>
  database.inClient(clientId, (tx) =>
    tx
      .selectFrom('touch')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('contact_id', '=', contactId)
      .orderBy('key')
      .execute(),
  )
const payloadsOf = (recordId: string) =>
  database.inClient(clientId, (tx) =>
    tx.selectFrom('record_payload').selectAll().where('client_id', '=', clientId).where('record_id', '=', recordId).execute(),
  )
const stagesOf = async (externalId: string) => {
  const { id } = await dealAt(externalId)
  const rows = await database.inClient(clientId, (tx) =>
    tx
      .selectFrom('stage_event')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('opportunity_id', '=', id)
      .orderBy('at')
      .orderBy('seq')
      .execute(),
  )
  return rows.map(({ raw_stage, at, provenance }) => [raw_stage, at.toISOString(), provenance])
}

const growth = { contact: 0, opportunity: 0 }
const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0, merged: 0, returned: 0, growth }

describe('Contacts', () => {
  it('are written once; saving them again writes nothing, and their normalized keys are stored next to the values', async () => {
    expect(await save({ contacts: [contact('1'), contact('2')] })).toEqual({
      ...counts,
      created: 2,
      growth: { ...growth, contact: 2 },
    })
    const before = await contactAt('1')
    expect(before).toMatchObject({
      email: '1@Example.com',
      email_norm: '1@example.com',
      phone_norm: '+12125550123',
      run_id: runs.first,
    })
    expect(await save({ contacts: [contact('1'), contact('2')] }, { run: runs.second })).toEqual({ ...counts, unchanged: 2 })
    expect(await contactAt('1')).toEqual(before)
    expect(await payloadsOf(before.id)).toHaveLength(1)
  })

  it('whose payload alone differs are not written', async () => {
    const { written } = await contactAt('1')
    expect(await save({ contacts: [contact('1', { raw: { id: '1', fetched: 'later' } })] })).toEqual({ ...counts, unchanged: 1 })
    expect((await contactAt('1')).written).toBe(written)
  })

  it('that changed are written, with the run that brought them and the payload', async () => {
    expect(await save({ contacts: [contact('1', { city: 'York' }), contact('2')] }, { run: runs.second })).toEqual({
      ...counts,
      changed: 1,
      unchanged: 1,
    })
    const { id, ...now } = await contactAt('1')
    expect(now).toMatchObject({ city: 'York', run_id: runs.second })
    expect(await payloadsOf(id)).toHaveLength(2)
  })

  it('keep the time of our first read, if the vendor has none', async () => {
    await save({ contacts: [contact('ageless', { createdAt: null })] }, { at: day(5) })
    await save({ contacts: [contact('ageless', { createdAt: null, city: 'York' })] }, { at: day(8) })
    expect((await contactAt('ageless')).created_at.toISOString()).toBe(day(5))
  })

  it('with invalid characters are saved nevertheless', async () => {
    await save({
      contacts: [contact('odd', { firstName: 'a\0b', tags: ['\ud83d'], fields: { note: 'c\0d', 'e\0f': '\ud83d' } })],
    })
    expect(await contactAt('odd')).toMatchObject({ first_name: 'ab', tags: ['\ufffd'], fields: { note: 'cd', ef: '\ufffd' } })
  })
})

describe('Touches', () => {
  it('with names that are longer than an index allows are kept whole', async () => {
    // Characters that no compression makes shorter.
    const firstName = Array.from({ length: 3000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join(
      '',
    )
    await save({ contacts: [contact('long', { firstName })] })
    expect(await contactAt('long')).toMatchObject({ first_name: firstName })
  })

  it('have their channel; the first is never overwritten, later ones are kept too', async () => {
    await save({ contacts: [contact('t', { touches: [touch('first'), touch('latest:1', { medium: 'email' })] })] })
    const later = [
      touch('first', { source: 'bing', at: day(3) }),
      touch('latest:2', { at: day(4), source: null, medium: null, landingUrl: null }),
    ]
    await save({ contacts: [contact('t', { touches: later })] }, { run: runs.second })
    const rows = await touchesOf((await contactAt('t')).id)
    expect(rows.map(({ key, source: from, channel }) => [key, from, channel])).toEqual([
      ['t:first', 'google', 'Paid Search'],
      ['t:latest:1', 'google', 'Email'],
      ['t:latest:2', null, 'Organic Search'],
    ])
    expect(rows[0]?.at.toISOString()).toBe(day(1))
  })
})

describe('Opportunities', () => {
  it('that come before their contacts are linked later, the first contact being the primary one', async () => {
    await save({ opportunities: [opportunity('d1', { contactIds: ['late', 'later'] })] })
    expect((await dealAt('d1')).contact_id).toBe(null)
    await save({ contacts: [contact('later')] })
    expect((await dealAt('d1')).contact_id).toBe(null)
    await save({ contacts: [contact('late')] })
    expect((await dealAt('d1')).contact_id).toBe((await contactAt('late')).id)
  })

  it('have the stages that we observe, at the most precise known time', async () => {
    await save({ opportunities: [opportunity('d2')] })
    await save({ opportunities: [opportunity('d2')] }, { at: day(10) })
    await save({ opportunities: [opportunity('d2', { stageId: 's2' })] }, { at: day(11) })
    await save({ opportunities: [opportunity('d2', { stageId: 's3', stageSince: day(12) })] }, { at: day(13) })
    await save(
      { opportunities: [opportunity('d2', { stageId: 's4', stageSince: day(14), isStageSinceFromColumn: true })] },
      { at: day(15) },
    )
    expect(await stagesOf('d2')).toEqual([
      ['s1', day(1), 'observed'],
      ['s2', day(11), 'observed'],
      ['s3', day(12), 'provider'],
      ['s4', day(14), 'date_column'],
    ])
  })

  it("have the vendor's own history if it has one, and no stage twice", async () => {
    const history = [
      { stageId: 's1', pipelineId: 'p1', at: day(1) },
      { stageId: 's2', pipelineId: 'p1', at: day(3) },
    ]
    await save({ opportunities: [opportunity('d3', { stageId: 's2', history })] })
    await save({ opportunities: [opportunity('d3', { stageId: 's2', history, name: 'Renamed' })] }, { run: runs.second })
    expect(await stagesOf('d3')).toEqual([
      ['s1', day(1), 'provider'],
      ['s2', day(3), 'provider'],
    ])
  })

  it('whose history is a separate stream have none until it is read; entries of unknown opportunities are ignored', async () => {
    await save({ opportunities: [opportunity('d4')] }, { historyComesApart: true })
    expect(await stagesOf('d4')).toEqual([])
    const entry = { stageId: 's1', pipelineId: 'p1', at: day(2) }
    const history = [
      { ...entry, opportunityId: 'd4' },
      { ...entry, opportunityId: 'never seen' },
    ]
    await save({ history }, { historyComesApart: true })
    expect(await stagesOf('d4')).toEqual([['s1', day(2), 'provider']])
  })

  it('that were deleted come back when the vendor restores them', async () => {
    await save({ opportunities: [opportunity('d5')] })
    expect(await save({ deletions: [{ object: 'opportunity', externalId: 'd5', at: day(4) }] })).toEqual({
      ...counts,
      deleted: 1,
      growth: { ...growth, opportunity: -1 },
    })
    expect((await dealAt('d5')).deleted_at?.toISOString()).toBe(day(4))
    await save({ opportunities: [opportunity('d5')] })
    expect((await dealAt('d5')).deleted_at).toBe(null)
  })
})

describe('A contact that is deleted at the vendor', () => {
  const deletions = [{ object: 'contact', externalId: 'gone', at: day(6) }] as const

  it('keeps no personal data here: no fields, no payloads, and nothing that identifies a click', async () => {
    await save({ contacts: [contact('gone', { touches: [touch('first')] })] })
    const { id } = await contactAt('gone')
    expect(await save({ deletions })).toEqual({ ...counts, deleted: 1, growth: { ...growth, contact: -1 } })
    const row = await contactAt('gone')
    expect(row).toMatchObject({ id, external_id: 'gone', tags: [], fields: {}, source: 'Paid search' })
    expect(JSON.stringify(row)).not.toMatch(/Priya|Shah|example|555-0123|5550123|Brightsmile|Leeds|LS1|vip|shoe/i)
    expect(await payloadsOf(id)).toEqual([])
    expect(await touchesOf(id)).toMatchObject([
      { channel: 'Paid Search', campaign: 'Spring', click_id: null, landing_url: null, referrer: null },
    ])
    expect(await save({ deletions })).toEqual(counts)
  })

  it('is the same contact again when the vendor restores it', async () => {
    const { id } = await contactAt('gone')
    expect(await save({ contacts: [contact('gone', { touches: [touch('first')] })] })).toEqual({
      ...counts,
      changed: 1,
      returned: 1,
    })
    expect(await contactAt('gone')).toMatchObject({ id, deleted_at: null, first_name: 'Priya' })
  })
})

describe('Merged contacts', () => {
  const into = async (externalId: string) => (await contactAt(externalId)).merged_into

  it('pass their opportunities and touches to the remaining contact', async () => {
    await save({
      contacts: [contact('m1', { touches: [touch('first')] }), contact('m2', { touches: [touch('first', { at: day(2) })] })],
      opportunities: [opportunity('md', { contactIds: ['m1'] })],
    })
    expect(await save({ merges: [{ from: 'm1', into: 'm2', at: day(7) }] })).toEqual({
      ...counts,
      merged: 1,
      growth: { ...growth, contact: -1 },
    })
    const kept = await contactAt('m2')
    const lost = await contactAt('m1')
    expect(lost).toMatchObject({ merged_into: kept.id, email: null, first_name: null })
    expect(await payloadsOf(lost.id)).toEqual([])
    expect((await dealAt('md')).contact_id).toBe(kept.id)
    expect((await touchesOf(kept.id)).map(({ key }) => key)).toEqual(['m1:first', 'm2:first'])
    expect(await save({ merges: [{ from: 'm1', into: 'm2', at: day(7) }] })).toEqual(counts)
  })

  it.each([
    ['the older merge told first', ['c1', 'c2', 'c3'], [0, 1]],
    ['the newer merge told first', ['e1', 'e2', 'e3'], [1, 0]],
    ['the older merge told first, between other ids', ['g3', 'g2', 'g1'], [0, 1]],
    ['the newer merge told first, between other ids', ['h3', 'h2', 'h1'], [1, 0]],
  ])('follow a chain to its end, with %s', async (_order, names, order) => {
    const [first = '', second = '', last = ''] = names
    const merges = order.map((n) => ({ from: names[n] ?? '', into: names[n + 1] ?? '', at: null }))
    await save({ contacts: names.map((name) => contact(name, { touches: [touch('first')] })) })
    await save({ merges })
    const end = await contactAt(last)
    expect([await into(first), await into(second)]).toEqual([end.id, end.id])
    expect(await touchesOf(end.id)).toHaveLength(3)
  })

  it('follow a chain that comes in several runs', async () => {
    await save({ contacts: ['f1', 'f2', 'f3'].map((name) => contact(name)), merges: [{ from: 'f1', into: 'f2', at: null }] })
    await save({ merges: [{ from: 'f2', into: 'f3', at: null }] }, { run: runs.second })
    const { id } = await contactAt('f3')
    expect([await into('f1'), await into('f2')]).toEqual([id, id])
  })

  it('wait for the remaining contact, if it has not been read yet', async () => {
    await save({ contacts: [contact('w1')], merges: [{ from: 'w1', into: 'w2', at: null }] })
    expect(await into('w1')).toBe(null)
    await save({ contacts: [contact('w2')] })
    expect(await into('w1')).toBe((await contactAt('w2')).id)
  })

  it('are not lost in a cycle, or when merged into themselves', async () => {
    const merges = [
      { from: 'k1', into: 'k2', at: null },
      { from: 'k2', into: 'k1', at: null },
      { from: 'k3', into: 'k3', at: null },
    ]
    await save({ contacts: ['k1', 'k2', 'k3'].map((name) => contact(name)), merges })
    expect(await into('k3')).toBe(null)
    expect([await into('k1'), await into('k2')].filter((one) => one === null)).toHaveLength(1)
  })
})

describe('The stored data of a source', () => {
  it('is counted without deleted records, on its card and before it is erased, and erased in batches', async () => {
    const other = await source()
    const ref = { clientId, dataSourceId: other }
    await save(
      {
        contacts: [contact('1', { touches: [touch('first')] }), contact('2')],
        opportunities: [opportunity('x', { contactIds: ['1'] })],
      },
      { into: other },
    )
    await save({ deletions: [{ object: 'contact', externalId: '2', at: null }] }, { into: other })
    const spent = { spend: '1.00', currency: 'USD', impressions: 1, clicks: 1, conversions: 0 }
    const on = (day: string) => ['a', 'b'].map((campaign) => ({ ...spent, campaignId: campaign, campaign, day }))
    await save({ spend: [...on('2026-11-01'), ...on('2026-11-02')] }, { into: other })
    const before = await database.inClient(clientId, (tx) => countStored(tx, { clientId, dataSourceId }))
    expect(await database.inClient(clientId, (tx) => countActive(tx, ref, 'contact'))).toBe(1)
    expect(await database.inClient(clientId, (tx) => countStored(tx, ref))).toEqual({
      contacts: 1,
      opportunities: 1,
      stage_events: 1,
      touches: 1,
      spend_days: 2,
      payloads: 2,
    })
    const erase = () => database.asSystem('test: erase', (tx) => eraseRecords(tx, { ...ref, dispatcher: idleDispatcher }, 1))
    let pieces = 0
    while ((await erase()) > 0) pieces += 1
    expect(pieces).toBe(9)
    expect(await database.inClient(clientId, (tx) => countStored(tx, ref))).toMatchObject({
      contacts: 0,
      opportunities: 0,
      touches: 0,
    })
    expect(await database.inClient(clientId, (tx) => countStored(tx, { clientId, dataSourceId }))).toEqual(before)
  })
})
