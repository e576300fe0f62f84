import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coveredBy, type Stream } from '#server/connectors/kit/connector.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { insertIntegration } from '#server/testing/vendors/integrations.ts'
import { saveRecords } from '../../../crm/service.ts'
import { countActive, recordSeen } from '../../../crm/deletion/service.ts'
import { selectRun } from '../../runs/queries.ts'
import { finishSweep } from './missing-records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const [clientId, integrationId, runId] = [newId(), newId(), newId()]
const ref = { clientId, integrationId, runId }
const origin = { clientId, dataSourceId: integrationId, runId, at: new Date(), dispatcher: { enqueue: async () => {} } }

const at = '2026-03-01T10:00:00.000Z'
const nothing = { source: null, ownerId: null, fields: {}, createdAt: at, updatedAt: null, raw: {} }

beforeAll(async () => {
  await database.asSystem('test: an account with a source', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
    const source = { client_id: clientId, id: integrationId, type: 'hubspot', name: 'CRM', status: 'active', hub_id: '1' }
    await insertIntegration(tx, source)
    const run = { client_id: clientId, id: runId, integration_id: integrationId, kind: 'incremental', origin: 'schedule' }
    await tx.insertInto('sync_run').values(run).execute()
  })
})

const stream = (covers?: Stream['covers']): Stream => ({
  name: 'contacts',
  isFullSnapshot: true,
  read: async () => ({ next: null }),
  ...(covers ? { covers } : {}),
})

/** Ada has an opportunity. A full read of contacts found her, and no opportunity. What is left of both? */
const leftAfter = (one: Stream) =>
  database.inClient(clientId, async (tx) => {
    const ada = {
      ...nothing,
      externalId: 'ada',
      firstName: 'Ada',
      lastName: 'Berg',
      email: 'ada@example.com',
      phone: null,
      company: null,
      city: null,
      region: null,
      postalCode: null,
      country: null,
      tags: [],
      touches: [],
    }
    const deal = {
      ...nothing,
      externalId: 'whitening',
      name: 'Whitening',
      amount: '1200',
      currency: 'USD',
      pipelineId: null,
      stageId: 'new',
      outcome: 'open' as const,
      outcomeReason: null,
      closedAt: null,
      stageSince: null,
      contactIds: ['ada'],
      history: [],
    }
    const page = { contacts: [ada], opportunities: [deal] }
    await saveRecords(tx, origin, page, { historyComesApart: false })
    await recordSeen(tx, origin, 'contact', ['ada'])
    const run = await selectRun(tx, ref)
    if (!run) throw new Error('There is no run')
    await finishSweep(tx, { ref, run, settings: {} }, origin, one)
    return [await countActive(tx, origin, 'contact'), await countActive(tx, origin, 'opportunity')]
  })

describe('A full read of contacts', () => {
  it('removes no opportunities, unless its stream covers them too [SYNC-06]', async () => {
    expect(coveredBy(stream())).toEqual(['contact'])
    expect(await leftAfter(stream())).toEqual([1, 1])
    expect(await leftAfter(stream(['contact', 'opportunity']))).toEqual([1, 0])
  })
})
