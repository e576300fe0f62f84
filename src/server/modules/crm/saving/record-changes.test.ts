import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import type { RecordBatch, SaveOptions } from '../model.ts'
import { createDataSource, saveRecords } from '../service.ts'
import { day, opportunity, idleDispatcher, contact } from '../testing/records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const [clientId, dataSourceId] = [newId(), newId()]
beforeAll(() =>
  database.asSystem('test: an account with a source', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
    await createDataSource(tx, { clientId, dataSourceId }, 'integration')
  }),
)

const namesOf = async (table: 'contact' | 'opportunity'): Promise<Map<string, string>> => {
  const rows = await database.inClient(clientId, (tx) =>
    tx.selectFrom(table).select(['id', 'external_id']).where('client_id', '=', clientId).execute(),
  )
  return new Map(rows.map((row) => [row.id, row.external_id]))
}

const noIds = { created: [], changed: [], deleted: [], merged: [] }
const nothing = { contact: noIds, opportunity: noIds }

/** The changes that saving returns, with the vendor's ids instead of ours. */
const changesBy = async (batch: RecordBatch, options: Partial<SaveOptions> = {}) => {
  const { changes } = await database.inClient(clientId, (tx) =>
    saveRecords(tx, { clientId, dataSourceId, runId: newId(), at: new Date(day(9)), dispatcher: idleDispatcher }, batch, {
      historyComesApart: false,
      ...options,
    }),
  )
  const named = async (object: 'contact' | 'opportunity') => {
    const names = await namesOf(object)
    const lists = Object.entries(changes[object]).map(([kind, ids]) => [kind, ids.map((id) => names.get(id) ?? id).toSorted()])
    return Object.fromEntries(lists) as Record<string, string[]>
  }
  return { contact: await named('contact'), opportunity: await named('opportunity') }
}

describe('Saving returns', () => {
  it('created and changed records, and no unchanged ones', async () => {
    const contacts = [contact('ada'), contact('ben')]
    const opportunities = [opportunity('whitening', { contactIds: ['ada'] })]
    expect(await changesBy({ contacts, opportunities })).toEqual({
      contact: { ...noIds, created: ['ada', 'ben'] },
      opportunity: { ...noIds, created: ['whitening'] },
    })
    expect(await changesBy({ contacts, opportunities })).toEqual(nothing)
    const changed = {
      contacts: [contact('ada', { city: 'York' }), contact('ben')],
      opportunities: [opportunity('whitening', { stageId: 's2' })],
    }
    expect(await changesBy(changed)).toEqual({
      contact: { ...noIds, changed: ['ada'] },
      opportunity: { ...noIds, changed: ['whitening'] },
    })
  })

  it('a deleted record once, and a restored one as changed', async () => {
    await changesBy({ contacts: [contact('cleo')], opportunities: [opportunity('implant')] })
    const deletions = [
      { object: 'contact', externalId: 'cleo', at: null },
      { object: 'opportunity', externalId: 'implant', at: null },
      { object: 'contact', externalId: 'unknown', at: null },
    ] as const
    expect(await changesBy({ deletions })).toEqual({
      contact: { ...noIds, deleted: ['cleo'] },
      opportunity: { ...noIds, deleted: ['implant'] },
    })
    expect(await changesBy({ deletions })).toEqual(nothing)
    expect(await changesBy({ contacts: [contact('cleo')] })).toEqual({ ...nothing, contact: { ...noIds, changed: ['cleo'] } })
  })

  it('the merged contact, the remaining one, and the opportunities that it takes over', async () => {
    await changesBy({
      contacts: ['dan', 'eve', 'fay'].map((name) => contact(name)),
      opportunities: [opportunity('braces', { contactIds: ['dan'] })],
    })
    expect(await changesBy({ merges: [{ from: 'dan', into: 'eve', at: null }] })).toEqual({
      contact: { ...noIds, changed: ['eve'], merged: ['dan'] },
      opportunity: { ...noIds, changed: ['braces'] },
    })
    expect(await changesBy({ merges: [{ from: 'eve', into: 'fay', at: null }] })).toEqual({
      contact: { ...noIds, changed: ['fay'], merged: ['dan', 'eve'] },
      opportunity: { ...noIds, changed: ['braces'] },
    })
    expect(await changesBy({ merges: [{ from: 'eve', into: 'fay', at: null }] })).toEqual(nothing)
  })

  it('an opportunity whose contact comes after it', async () => {
    await changesBy({ opportunities: [opportunity('crown', { contactIds: ['gil', 'hana'] })] })
    expect(await changesBy({ contacts: [contact('hana')] })).toEqual({
      contact: { ...noIds, created: ['hana'] },
      opportunity: { ...noIds, changed: ['crown'] },
    })
  })

  it('an opportunity with a new stage from a webhook or the history, and not twice', async () => {
    await changesBy({ opportunities: [opportunity('veneer')] }, { historyComesApart: true })
    const changed = { ...nothing, opportunity: { ...noIds, changed: ['veneer'] } }
    const announcedStages = [{ externalId: 'veneer', stageId: 's7', pipelineId: 'p1', at: day(4) }]
    expect(await changesBy({}, { announcedStages })).toEqual(changed)
    expect(await changesBy({}, { announcedStages })).toEqual(nothing)
    const history = [{ opportunityId: 'veneer', stageId: 's9', pipelineId: 'p1', at: day(5) }]
    expect(await changesBy({ history }, { historyComesApart: true })).toEqual(changed)
    expect(await changesBy({ history }, { historyComesApart: true })).toEqual(nothing)
  })
})
