import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Leaf } from '#contract/criteria/criteria.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { createDataSource, saveRecords } from '../crm/service.ts'
import { contact, day, idleDispatcher, opportunity } from '../crm/testing/records.ts'
import { stopWhenAborted } from './canceling.ts'
import { previewCriteria, suggestSourceFields, suggestValues } from './service.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
const integrationId = newId()
const stranger = newId()

beforeAll(async () => {
  await database.asSystem('test: a company and another one', async (tx) => {
    for (const [id, name] of [
      [clientId, 'Brightsmile'],
      [stranger, 'Harbor Light'],
    ] as const)
      await tx.insertInto('client').values({ client_id: id, name, type: 'COMPANY' }).execute()
    await createDataSource(tx, { clientId, dataSourceId: integrationId }, 'integration')
    const source = { client_id: clientId, id: integrationId, type: 'hubspot', name: 'HubSpot', status: 'active' }
    await tx.insertInto('integration').values(source).execute()
  })
  await database.inClient(clientId, (tx) =>
    saveRecords(
      tx,
      { clientId, dataSourceId: integrationId, runId: newId(), at: new Date(day(9)), dispatcher: idleDispatcher },
      {
        owners: [{ externalId: 'o1', name: 'Omar', email: null }],
        pipelines: [
          { externalId: 'p1', name: 'Sales', order: 0, stages: [{ externalId: 's1', name: 'New', order: 0, outcome: 'open' }] },
        ],
        contacts: [
          contact('ada', { firstName: 'Ada', tags: ['Northlight'] }),
          contact('ben', { firstName: 'Ben', tags: ['northlight '] }),
          contact('cleo', { firstName: 'Cleo', tags: ['northlight', 'Do-Not-Share'] }),
          contact('dan', { firstName: 'Dan', tags: ['other'] }),
        ],
        opportunities: [
          opportunity('1', { contactIds: ['ada'], fields: { doctor: 'Dr. Lee' } }),
          opportunity('2', { contactIds: ['ben', 'cleo'] }),
        ],
      },
      { historyComesApart: false },
    ),
  )
})

const tagged = (...values: string[]): Leaf => ({ field: 'tag', op: 'has_any', values })
const criteria = (change: Partial<Criteria> = {}): Criteria => ({
  ...emptyCriteria(integrationId),
  match_on: 'contact',
  filter: tagged('NORTHLIGHT'),
  ...change,
})
const preview = (change: Partial<Criteria> = {}, options: Parameters<typeof previewCriteria>[3] = {}) =>
  database.inClient(clientId, (tx) => previewCriteria(tx, clientId, criteria(change), options))

describe('A preview', () => {
  it('counts what is shared and what is never shared', async () => {
    expect(await preview()).toEqual({
      shared: { contacts: 2, opportunities: 1 },
      isEstimate: false,
      excluded: { contacts: 1, opportunities: 1 },
      sample: { columns: [], rows: [], newRows: [] },
      change: null,
    })
  })

  it('counts contacts that opportunities would bring as never shared too', async () => {
    const { shared, excluded } = await preview({ match_on: 'opportunity', filter: { all: [] } })
    expect([shared, excluded]).toEqual([
      { contacts: 1, opportunities: 1 },
      { contacts: 1, opportunities: 1 },
    ])
  })

  it('follows the company’s own tag and list of exclusions', async () => {
    const all = await preview({}, { exclusionTag: 'nobody has it' })
    expect([all.shared, all.excluded.contacts]).toEqual([{ contacts: 3, opportunities: 2 }, 0])
    const { rows } = await database.inClient(clientId, (tx) =>
      sql<{ id: string }>`select id from contact where client_id = ${clientId} and external_id = 'ada'`.execute(tx),
    )
    const without = await preview({}, { excludedIds: rows.map(({ id }) => id) })
    expect([without.shared, without.excluded]).toEqual([
      { contacts: 1, opportunities: 0 },
      { contacts: 2, opportunities: 2 },
    ])
  })

  it('shows outcomes without names', async () => {
    const { sample } = await preview({ type_of_data: 'OUTCOMES' })
    expect(sample.columns.slice(0, 3)).toEqual(['lead', 'source', 'created_at'])
    expect(sample.rows.map(([lead]) => lead)).toEqual([
      expect.stringMatching(/^Lead [0-9A-F]{7}$/),
      expect.stringMatching(/^Lead [0-9A-F]{7}$/),
    ])
    expect(JSON.stringify(sample.rows)).not.toMatch(/Ada|Ben|Shah|@|555/)
  })

  it('shows exactly the fields that are shared, with names of owners and stages', async () => {
    const fields = [
      'owner',
      'first_name',
      'field:shoe_size',
      'opportunity.field:doctor',
      'opportunity.stage',
      'field:constructor',
    ]
    const { sample } = await preview({ type_of_data: 'FIELDS', fields })
    expect(sample.columns).toEqual([
      'first_name',
      'owner',
      'opportunity.stage',
      'field:constructor',
      'field:shoe_size',
      'opportunity.field:doctor',
    ])
    expect(sample.rows.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['Ada', 'Omar', 'New', null, '39', 'Dr. Lee'],
      ['Ben', 'Omar', null, null, '39', null],
    ])
  })

  it('shows nothing of opportunities that are not shared', async () => {
    const { sample: all } = await preview({ type_of_data: 'BASIC' })
    expect(all.rows.map((row) => row[all.columns.indexOf('opportunity.amount')])).toContain('1200.50')
    const { sample } = await preview({ type_of_data: 'BASIC', record_types: ['contact'] })
    expect(sample.columns).toEqual(['first_name', 'last_name', 'email', 'phone', 'source', 'created_at'])
  })

  it('names who would be added and removed', async () => {
    const { change } = await preview({ filter: tagged('other') }, { against: criteria() })
    expect(change).toEqual({
      added: { contacts: 1, opportunities: 0, names: ['Dan Shah'] },
      removed: { contacts: 2, opportunities: 1, names: ['Ada Shah', 'Ben Shah'] },
    })
  })

  it('begins its rows with somebody who would be added, however many newer ones are shared already [PARTNER-06]', async () => {
    const noora = contact('noora', { firstName: 'Noora', tags: ['walk-in'] })
    const shared = Array.from({ length: 25 }, (_, n) => contact(`shared ${n}`, { firstName: 'Maya', tags: ['phone'] }))
    for (const contacts of [[noora], shared])
      await database.inClient(clientId, (tx) =>
        saveRecords(
          tx,
          { clientId, dataSourceId: integrationId, runId: newId(), at: new Date(day(9)), dispatcher: idleDispatcher },
          { contacts },
          { historyComesApart: false },
        ),
      )
    const wider = criteria({ filter: tagged('phone', 'walk-in'), type_of_data: 'FIELDS', fields: ['first_name'] })
    const { sample } = await preview(wider, { against: { ...wider, filter: tagged('phone') } })
    expect(sample.rows).toEqual([['Noora'], ...Array.from({ length: 19 }, () => ['Maya'])])
    expect(sample.newRows).toEqual([0])
    expect((await preview(wider, { against: wider })).sample.newRows).toEqual([])
    const others = await preview(wider, { against: { ...wider, filter: tagged('walk-in') } })
    expect(others.sample.newRows).toHaveLength(20)
  })

  it('shares only what is created after the agency accepted, if it says so', async () => {
    expect((await preview({ future_only: true })).shared.contacts).toBe(0)
    expect((await preview({ future_only: true }, { acceptedAt: new Date(day(1)) })).shared.contacts).toBe(2)
  })

  it('of another company’s source does not exist', async () => {
    const theirs = database.inClient(stranger, (tx) => previewCriteria(tx, stranger, criteria()))
    await expect(theirs).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('Work for somebody who has gone', () => {
  const inClient: Parameters<typeof stopWhenAborted>[1]['inClient'] = (work) => database.inClient(clientId, work)
  const slow = (signal: AbortSignal) =>
    database.inClient(clientId, (tx) => stopWhenAborted(tx, { signal, inClient }, () => sql`select pg_sleep(20)`.execute(tx)))

  it('is stopped in the database', async () => {
    const leaving = new AbortController()
    const begun = performance.now()
    const work = slow(leaving.signal)
    setTimeout(() => leaving.abort(), 100)
    await expect(work).rejects.toMatchObject({ code: '57014' })
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('is not even begun, if they have gone already', async () => {
    const stop = { signal: AbortSignal.abort(), inClient }
    await expect(preview({}, { stop })).rejects.toThrow('aborted')
    await expect(inClient((tx) => suggestValues(tx, clientId, { integrationId, field: 'tag', stop }))).rejects.toThrow('aborted')
    await expect(inClient((tx) => suggestSourceFields(tx, clientId, integrationId, stop))).rejects.toThrow('aborted')
  })
})
