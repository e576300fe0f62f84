// What an endpoint has taken and applied, without its receiving side.
import { jsonText } from '#server/platform/db/json.ts'
import { newId } from '#server/platform/ids.ts'
import type { World } from '#server/testing/world.ts'
import { createDataSource } from '../../crm/service.ts'
import { applyJob } from '../applying/job-names.ts'

interface Delivery {
  event?: string
  properties?: Record<string, string | number | boolean | null>
  setAside?: readonly string[]
  state?: 'waiting' | 'applied' | 'rejected'
  receivedAt?: Date
  /** The endpoint whose company it is about. */
  dataSourceId?: string
}

/** What waits is not applied for an hour. */
export const postponeApplying = (world: World, source: { clientId: string; dataSourceId: string }): Promise<void> =>
  world.database.asSystem('test: applied later', (tx) =>
    world.dispatcher.enqueue(tx, applyJob, source, {
      clientId: source.clientId,
      key: source.dataSourceId,
      startAfterSeconds: 3600,
    }),
  )

/** An endpoint of an agency or of one of its companies. */
export const openEndpoint = (world: World, clientId: string, companyId: string | null = null): Promise<string> =>
  world.database.asSystem('test: an endpoint', async (tx) => {
    const id = newId()
    await createDataSource(tx, { clientId, dataSourceId: id }, 'webhook_endpoint')
    await tx.insertInto('webhook_endpoint').values({ client_id: clientId, id, company_id: companyId, key_tail: '7c2e' }).execute()
    return id
  })

/** By default applied, with all of its properties set aside. */
export const saveDeliveries = (
  world: World,
  { clientId, endpointId }: { clientId: string; endpointId: string },
  all: readonly Delivery[],
): Promise<void> =>
  world.database.asSystem('test: deliveries', async (tx) => {
    await tx
      .insertInto('webhook_delivery')
      .values(
        all.map(({ event = 'lead.created', properties = {}, setAside, state = 'applied', receivedAt, dataSourceId }) => ({
          client_id: clientId,
          id: newId(),
          endpoint_id: endpointId,
          data_source_id: dataSourceId ?? endpointId,
          received_at: receivedAt ?? new Date(),
          event,
          payload: jsonText({ event, email: 'theo@example.com', properties }),
          state,
          position: 0,
          set_aside: [...(setAside ?? Object.keys(properties))],
        })),
      )
      .execute()
  })

export const deliveriesOf = (world: World, clientId: string) =>
  world.database.asSystem('test: look at deliveries', (tx) =>
    tx
      .selectFrom('webhook_delivery')
      .select(['state', 'set_aside', 'data_source_id'])
      .where('client_id', '=', clientId)
      .orderBy('id')
      .execute(),
  )
