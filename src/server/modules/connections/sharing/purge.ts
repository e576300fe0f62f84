// After a connection has ended: erases what the agency had of the company, and completes the receipt.
import type { z } from 'zod'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { removeTarget } from '../../changes/service.ts'
import { countStored, eraseRecords } from '../../crm/deletion/service.ts'
import { deleteDataSource, lockDataSource } from '../../crm/service.ts'
import { endMembership } from '../../projection/service.ts'
import type { Store } from '../../receipts/model.ts'
import { findStores, findUnfinished, finishReceipt, noteFound } from '../../receipts/service.ts'
import { groupedFrom, type GroupedTotals } from '../../totals/service.ts'
import { purgeJob } from '../job-names.ts'
import { criteriaOf } from '../agreements/show.ts'
import { findAgreed } from '../agreements/steps.ts'
import { selectConnection } from '../queries.ts'
import { projectionName } from './share.ts'
import { storeNames, withoutDetail } from './stores.ts'

type Purge = z.output<(typeof purgeJob)['data']>

interface Parts {
  database: Database
  dispatcher: Dispatcher
}

const rowsAtOnce = 2000

const sourceOf = ({ agencyId, connectionId }: Purge) => ({ clientId: agencyId, dataSourceId: connectionId })

/** Whether only totals were shared last. */
const isOfTotals = async (tx: Tx, { companyId: clientId, connectionId }: Purge): Promise<boolean> => {
  const row = await selectConnection(tx, { clientId, connectionId })
  const agreed = row && (await findAgreed(tx, row))
  return agreed !== undefined && criteriaOf(agreed).type_of_data === 'COUNTS'
}

const findRows = async (tx: Tx, purge: Purge) => {
  const { contacts, opportunities, stage_events: stages, touches } = await countStored(tx, sourceOf(purge))
  const all: [keyof typeof storeNames, number][] = [
    ['contact', contacts],
    ['opportunity', opportunities],
    ['stage_event', stages],
    ['touch', touches],
  ]
  const stores = all.map(([table, found]) => ({ name: storeNames[table], found, removed: 0, failed: 0 }))
  return (await isOfTotals(tx, purge)) ? withoutDetail(stores) : stores
}

/** What stays by the company's choice. */
const keptStore = ({ contacts, opportunities }: GroupedTotals): Store => {
  const found = contacts.length + opportunities.length
  return { name: 'Totals without contacts, which the company lets the agency keep', found, removed: 0, failed: 0 }
}

const finish = async (tx: Tx, dispatcher: Dispatcher, purge: Purge): Promise<void> => {
  const { connectionId, companyId, agencyId, receiptId: id } = purge
  await deleteDataSource(tx, { ...sourceOf(purge), dispatcher })
  await endMembership(tx, { clientId: companyId, connectionId }, new Date())
  const left = await findRows(tx, purge)
  const found = await findStores(tx, { clientId: agencyId, connectionId, id })
  const stores = found.map((store) => {
    const failed = left.find(({ name }) => name === store.name)?.found ?? 0
    return { ...store, removed: store.found - failed, failed }
  })
  const accounts: { clientId: string; otherName: string }[] = []
  let kept: Store[] = []
  for (const clientId of [companyId, agencyId]) {
    const row = await selectConnection(tx, { clientId, connectionId })
    if (!row) continue
    accounts.push({ clientId, otherName: row.partner_name })
    if (row.kept_totals !== null) kept = [keptStore(groupedFrom(row.kept_totals))]
  }
  await finishReceipt(tx, { connectionId, id, accounts, stores: [...stores, ...kept] })
}

/** In steps that each take a moment; one that is interrupted continues. */
export const purge = async ({ database, dispatcher }: Parts, data: Purge, signal: AbortSignal): Promise<void> => {
  const { connectionId, agencyId, receiptId: id } = data
  const context = { ...sourceOf(data), dispatcher }
  const step = (work: (tx: Tx) => Promise<number>): Promise<number> => {
    signal.throwIfAborted()
    return database.asSystem('connections: erase what an agency had', async (tx) => {
      await lockDataSource(tx, context)
      return work(tx)
    })
  }
  // Before anything else is locked: waits for a projection under way. If that takes too long, the job tries again.
  await database.asSystem('connections: nothing is projected any longer', (tx) =>
    removeTarget(tx, { clientId: data.companyId, name: projectionName, target: connectionId }),
  )
  await step(async (tx) => {
    for (const clientId of [data.companyId, agencyId])
      await noteFound(tx, { clientId, connectionId, id }, () => findRows(tx, data))
    return 0
  })
  while ((await step((tx) => eraseRecords(tx, context, rowsAtOnce))) > 0);
  await step(async (tx) => {
    await finish(tx, dispatcher, data)
    return 0
  })
}

const overdueAfter = 1_800_000

/** Erasures whose job has given up are started again. */
export const resumePurges = ({ database, dispatcher }: Parts, now = new Date()): Promise<void> =>
  database.asSystem('connections: erasures that are not finished', async (tx) => {
    for (const { clientId, connectionId, id } of await findUnfinished(tx, new Date(now.getTime() - overdueAfter), 100)) {
      const row = await selectConnection(tx, { clientId, connectionId })
      if (row?.side !== 'AGENCY' || row.partner_id === null) continue
      const data = { connectionId, companyId: row.partner_id, agencyId: clientId, receiptId: id }
      await dispatcher.enqueue(tx, purgeJob, data, { clientId, key: connectionId })
    }
  })
