import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { countStored, eraseRecords } from '../../crm/deletion/service.ts'
import { deleteDataSource, lockDataSource } from '../../crm/service.ts'
import { checkIsAgency, seesCompany } from '../access.ts'
import { acts } from '../acts.ts'
import { changeAsSystem } from '../changing.ts'
import * as queries from './queries.ts'
import { factsOf, lockSeen, recordedOf } from './seen.ts'

interface Deleted {
  people: number
  opportunities: number
  deliveries: number
}

const rowsAtOnce = 5000

const sourceOf = ({ clientId, endpointId }: queries.EndpointRef) => ({ clientId, dataSourceId: endpointId })

const count = async (tx: Tx, ref: queries.EndpointRef): Promise<Deleted> => {
  const { contacts: people, opportunities } = await countStored(tx, sourceOf(ref))
  return { people, opportunities, deliveries: await queries.countDeliveries(tx, ref) }
}

/** What deleting would delete. */
export const previewDeletion = async (context: Context, endpointId: string): Promise<Deleted> => {
  const { caller } = context
  checkIsAgency(caller)
  const ref = { clientId: caller.clientId, endpointId }
  return context.inClient(async (tx) => {
    const row = await queries.selectEndpoint(tx, ref)
    if (!row || !seesCompany(caller, row.company_id)) throw new AppError('NOT_FOUND')
    return count(tx, ref)
  })
}

/** In batches, so that no transaction takes long. */
const eraseRows = async (context: Context, dispatcher: Dispatcher, ref: queries.EndpointRef): Promise<void> => {
  const source = { ...sourceOf(ref), dispatcher }
  const eraseSome = async (tx: Tx): Promise<number> =>
    (await queries.deleteDeliveries(tx, ref, rowsAtOnce)) ||
    (await queries.deleteSeen(tx, ref, rowsAtOnce)) ||
    eraseRecords(tx, source, rowsAtOnce)
  while ((await context.asSystem('webhooks: erase what came through an endpoint', eraseSome)) > 0);
}

/** Its keys end first. If we are interrupted, nothing arrives any longer, and it can be deleted again. */
export const deleteEndpoint = async (context: Context, dispatcher: Dispatcher, endpointId: string): Promise<Deleted> => {
  const ref = { clientId: context.caller.clientId, endpointId }
  const deleted = await changeAsSystem(context, 'an endpoint ends', 'd', async (tx, caller) => {
    await lockSeen(tx, caller, endpointId)
    await queries.deleteKeys(tx, ref)
    return count(tx, ref)
  })
  await eraseRows(context, dispatcher, ref)
  await changeAsSystem(context, 'delete an endpoint', 'd', async (tx, caller) => {
    await lockDataSource(tx, sourceOf(ref))
    const seen = await lockSeen(tx, caller, endpointId)
    await queries.deleteDeliveries(tx, ref, rowsAtOnce)
    await queries.deleteSeen(tx, ref, rowsAtOnce)
    await deleteDataSource(tx, { ...sourceOf(ref), dispatcher })
    const { people: contacts, opportunities, deliveries } = deleted
    await record(tx, acts['webhook_endpoint.deleted'], {
      ...recordedOf(caller, seen),
      after: { ...factsOf(seen.company), contacts, opportunities, deliveries },
    })
  })
  return deleted
}
