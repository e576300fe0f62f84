import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { countStored } from '../../crm/deletion/service.ts'
import { lockDataSource } from '../../crm/service.ts'
import { checkIsAgency, seesCompany } from '../access.ts'
import { acts } from '../acts.ts'
import { changeAsSystem } from '../changing.ts'
import { dataSourceOf, eraseEndpoint, eraseRows } from './erase.ts'
import * as queries from './queries.ts'
import { factsOf, lockSeen, recordedOf } from './seen.ts'

interface Deleted {
  people: number
  opportunities: number
  deliveries: number
}

const count = async (tx: Tx, ref: queries.EndpointRef): Promise<Deleted> => {
  const { contacts: people, opportunities } = await countStored(tx, dataSourceOf(ref))
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

/** Its keys end first. If we are interrupted, nothing arrives any longer, and it can be deleted again. */
export const deleteEndpoint = async (context: Context, dispatcher: Dispatcher, endpointId: string): Promise<Deleted> => {
  const ref = { clientId: context.caller.clientId, endpointId }
  const deleted = await changeAsSystem(context, 'an endpoint ends', 'd', async (tx, caller) => {
    await lockSeen(tx, caller, endpointId)
    await queries.deleteKeys(tx, ref)
    return count(tx, ref)
  })
  await eraseRows((reason, work) => context.asSystem(reason, work), dispatcher, ref)
  await changeAsSystem(context, 'delete an endpoint', 'd', async (tx, caller) => {
    await lockDataSource(tx, dataSourceOf(ref))
    const seen = await lockSeen(tx, caller, endpointId)
    await eraseEndpoint(tx, dispatcher, ref)
    const { people: contacts, opportunities, deliveries } = deleted
    await record(tx, acts['webhook_endpoint.deleted'], {
      ...recordedOf(caller, seen),
      after: { ...factsOf(seen.company), contacts, opportunities, deliveries },
    })
  })
  return deleted
}
