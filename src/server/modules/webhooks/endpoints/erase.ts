// Erases what came through an endpoint, in batches, so that no transaction takes long.
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { record } from '../../acts/service.ts'
import { eraseRecords } from '../../crm/deletion/service.ts'
import { deleteDataSource, lockDataSource } from '../../crm/service.ts'
import { acts } from '../acts.ts'
import { tellChanged } from '../changed-queries.ts'
import { loadCompanies } from './companies.ts'
import * as queries from './queries.ts'

const rowsAtOnce = 5000

export const dataSourceOf = ({ clientId, endpointId }: queries.EndpointRef) => ({ clientId, dataSourceId: endpointId })

type InSteps = (reason: string, work: (tx: Tx) => Promise<number>) => Promise<number>

export const eraseRows = async (asSystem: InSteps, dispatcher: Dispatcher, ref: queries.EndpointRef): Promise<void> => {
  const source = { ...dataSourceOf(ref), dispatcher }
  const eraseSome = async (tx: Tx): Promise<number> =>
    (await queries.deleteDeliveries(tx, ref, rowsAtOnce)) ||
    (await queries.deleteSeen(tx, ref, rowsAtOnce)) ||
    eraseRecords(tx, source, rowsAtOnce)
  while ((await asSystem('webhooks: erase what came through an endpoint', eraseSome)) > 0);
}

/** With the rest of its rows. */
export const eraseEndpoint = async (tx: Tx, dispatcher: Dispatcher, ref: queries.EndpointRef): Promise<void> => {
  await queries.deleteDeliveries(tx, ref, rowsAtOnce)
  await queries.deleteSeen(tx, ref, rowsAtOnce)
  await deleteDataSource(tx, { ...dataSourceOf(ref), dispatcher })
}

interface Parts {
  database: Database
  dispatcher: Dispatcher
}

/** One that has ended. If we are interrupted, it goes on where it stopped. */
export const eraseEnded = async (
  { database, dispatcher }: Parts,
  ref: queries.EndpointRef,
  signal: AbortSignal,
): Promise<void> => {
  const inSteps: InSteps = (reason, work) => {
    signal.throwIfAborted()
    return database.asSystem(reason, work)
  }
  await eraseRows(inSteps, dispatcher, ref)
  await database.asSystem('webhooks: delete an endpoint that has ended', async (tx) => {
    await lockDataSource(tx, dataSourceOf(ref))
    const row = await queries.lockEnded(tx, ref)
    if (!row) return
    const { name } = (await loadCompanies(tx, ref.clientId)).of(row.company_id)
    await eraseEndpoint(tx, dispatcher, ref)
    await record(tx, acts['webhook_endpoint.deleted'], {
      clientId: ref.clientId,
      by: { origin: 'system' },
      object: { id: ref.endpointId, name },
      connectionId: row.company_id ?? undefined,
      after: { company: name },
      isByProduct: true,
    })
    await tellChanged(tx, ref.clientId)
  })
}
