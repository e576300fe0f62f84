import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCriteriaSourceFields, listCriteriaValues, type SuggestedField } from '#contract/criteria/suggestions.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { createDataSource, saveRecords } from '../crm/service.ts'
import { contact, day, idleDispatcher, opportunity } from '../crm/testing/records.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
const integrationId = newId()

beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  const { clientId } = maya.user
  await world.database.asSystem('test: a source with records', async (tx) => {
    await createDataSource(tx, { clientId, dataSourceId: integrationId }, 'integration')
    const source = { client_id: clientId, id: integrationId, type: 'hubspot', name: 'HubSpot', status: 'active' }
    await tx.insertInto('integration').values(source).execute()
    const origin = { clientId, dataSourceId: integrationId, runId: newId(), at: new Date(day(9)), dispatcher: idleDispatcher }
    await saveRecords(
      tx,
      origin,
      {
        owners: [{ externalId: 'o1', name: 'Omar', email: null }],
        pipelines: [
          { externalId: 'p1', name: 'Sales', order: 0, stages: [{ externalId: 's1', name: 'New', order: 0, outcome: 'open' }] },
        ],
        lists: [{ externalId: 'l1', kind: 'list', name: 'Newsletter', size: null, updatedAt: null }],
        memberships: [{ listId: 'l1', contactId: 'ada' }],
        contacts: [
          contact('ada', { tags: ['VIP', '100% sure'], fields: { lead_source: 'Meta', note: 'One' } }),
          contact('ben', { tags: [' vip'], source: null, fields: { lead_source: 'meta ', note: 'Two' } }),
          contact('cleo', { tags: ['cold', ''], source: ' ', fields: { lead_source: 'Google Ads', note: 'Three' } }),
          contact('dan', { tags: ['gone'] }),
        ],
        opportunities: [
          opportunity('1', { contactIds: ['ada'] }),
          opportunity('2', { contactIds: ['ben'] }),
          opportunity('3', { pipelineId: null, stageId: 'unnamed' }),
        ],
        deletions: [{ object: 'contact', externalId: 'dan', at: null }],
      },
      { historyComesApart: false },
    )
  })
})
afterAll(() => world.close())

const ask = (field: SuggestedField, more: { name?: string; search?: string } = {}, user = maya) =>
  user.call(listCriteriaValues, { query: { integration_id: integrationId, field, ...more } })
const values = async (...parts: Parameters<typeof ask>) =>
  (await ask(...parts)).body.items.map(({ value, label, count }) => [value, label, count])
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]

describe('Values for a condition', () => {
  it('are those of live records, the most frequent first; spellings of a text are one', async () => {
    expect(await values('tag')).toEqual([
      ['vip', 'vip', 2],
      ['100% sure', '100% sure', 1],
      ['cold', 'cold', 1],
    ])
    expect(await values('source_field', { name: 'lead_source' })).toEqual([
      ['Meta', 'Meta', 2],
      ['Google Ads', 'Google Ads', 1],
    ])
    expect(await values('source_field', { name: 'source' })).toEqual([['Paid search', 'Paid search', 1]])
  })

  it('with an id have the name that users know', async () => {
    expect(await values('pipeline')).toEqual([['p1', 'Sales', 2]])
    expect(await values('stage')).toEqual([
      ['s1', 'New', 2],
      ['unnamed', 'unnamed', 1],
    ])
    expect(await values('list')).toEqual([['l1', 'Newsletter', 1]])
    expect(await values('owner')).toEqual([['o1', 'Omar', 3]])
  })

  it('are found by a part of them, in which nothing is a pattern', async () => {
    expect(await values('tag', { search: 'V' })).toEqual([['vip', 'vip', 2]])
    expect(await values('tag', { search: '%' })).toEqual([['100% sure', '100% sure', 1]])
    expect(await values('tag', { search: '_' })).toEqual([])
    expect(await values('owner', { search: 'mar' })).toEqual([['o1', 'Omar', 3]])
  })

  it('of a field need its name', async () => {
    expect(refusal(await ask('source_field'))).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('Fields that could say where contacts come from', () => {
  it('have few different values', async () => {
    const { body } = await maya.call(listCriteriaSourceFields, { query: { integration_id: integrationId } })
    expect(body).toEqual({
      items: [
        { name: 'lead_source', fill_rate: 1, values: 2, examples: ['Meta', 'Google Ads'] },
        { name: 'source', fill_rate: 1 / 3, values: 1, examples: ['Paid search'] },
      ],
      is_approximate: false,
    })
  })
})

describe('Suggestions', () => {
  it('of another company’s source do not exist', async () => {
    expect(refusal(await ask('tag', {}, jonah))).toEqual([404, 'NOT_FOUND'])
    const fields = await jonah.call(listCriteriaSourceFields, { query: { integration_id: integrationId } })
    expect(refusal(fields)).toEqual([404, 'NOT_FOUND'])
  })

  it('are for those who write criteria', async () => {
    expect(refusal(await ask('tag', {}, uma))).toEqual([403, 'FORBIDDEN'])
  })
})
