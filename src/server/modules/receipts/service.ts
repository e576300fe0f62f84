// Receipts: what was erased from an agency when sharing ended or became less. Both accounts have each.
import type { Receipt } from '#contract/connections/sharing.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../acts/service.ts'
import { listExports, settleReads } from '../ledger/service.ts'
import { namesOfUsers } from '../users/service.ts'
import { acts } from './acts.ts'
import { hashOf } from './hash.ts'
import type { ReceiptRef, Store, Unrecallable } from './model.ts'
import * as queries from './queries.ts'

interface Begun {
  connectionId: string
  clientIds: readonly string[]
  kind: Receipt['kind']
  version: number | null
  at: Date
}

/** Rows are about to be erased. Returns the id of the receipt. */
export const beginReceipt = async (tx: Tx, { connectionId, clientIds, ...begun }: Begun): Promise<string> => {
  const id = newId()
  for (const clientId of clientIds) await queries.insertReceipt(tx, { clientId, connectionId, id }, begun)
  return id
}

/** What was found before anything was erased. Found once: an erasure that is continued keeps it. */
export const noteFound = async (tx: Tx, ref: ReceiptRef, find: () => Promise<readonly Store[]>): Promise<void> => {
  const row = await queries.selectReceipt(tx, ref)
  if (row && toReceipt(row).stores.length === 0) await queries.updateStores(tx, ref, await find())
}

const toReceipt = (row: queries.ReceiptRow) => ({
  id: row.id,
  kind: row.kind as Receipt['kind'],
  version: row.version,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  stores: row.stores as unknown as Receipt['stores'],
  cannotRecall: row.cannot_recall as unknown as Unrecallable[],
  hash: row.hash,
})

const ofUser = (receipt: ReturnType<typeof toReceipt>, userId: string) => ({
  ...receipt,
  cannotRecall: receipt.cannotRecall.filter((file) => file.userId === userId),
  hash: null,
})

interface Finished {
  connectionId: string
  id: string
  /** The accounts, each with the name of the other one. */
  accounts: readonly { clientId: string; otherName: string }[]
  stores: readonly Store[]
}

interface Exporting {
  connectionId: string
  clientIds: readonly string[]
}

/** Files with contacts of the connection that users of the agency have. Both accounts are asked, of which the company has the ledger. */
const findExports = async (tx: Tx, { connectionId, clientIds }: Exporting) => {
  for (const agencyId of clientIds) await settleReads(tx, { agencyId, connectionId })
  const found = await Array.fromAsync(clientIds, (clientId) => listExports(tx, { clientId, connectionId }))
  return found.flat()
}

type Exported = Awaited<ReturnType<typeof findExports>>[number]

const counted = (n: number): string => n.toLocaleString('en-US')

const unrecallable = ({ files, contacts, userId, at }: Exported): Unrecallable => ({
  what: `${files === 1 ? 'CSV file' : `${counted(files)} earlier CSV files`} with ${counted(contacts)} contact${contacts === 1 ? '' : 's'}`,
  userId,
  when: at.toISOString(),
})

/** How many files a receipt would tell of, if everything were erased now. */
export const countFiles = async (tx: Tx, of: Exporting): Promise<number> =>
  (await findExports(tx, of)).reduce((sum, { files }) => sum + files, 0)

/** Everything was erased: the receipt and its hash are in both accounts and in both audit logs. */
export const finishReceipt = async (tx: Tx, finished: Finished): Promise<void> => {
  const { connectionId, id, accounts, stores } = finished
  const at = new Date()
  const exported = await findExports(tx, { connectionId, clientIds: accounts.map(({ clientId }) => clientId) })
  const cannotRecall = exported.map(unrecallable)
  for (const { clientId, otherName } of accounts) {
    const ref = { clientId, connectionId, id }
    const row = await queries.selectReceipt(tx, ref)
    if (!row || row.finished_at !== null) continue
    const receipt = { ...toReceipt(row), stores: [...stores], cannotRecall, finishedAt: at.toISOString() }
    const hash = hashOf(receipt)
    await queries.finishReceipt(tx, ref, { stores, cannotRecall, hash, at })
    await record(tx, acts['connection.erased'], {
      clientId,
      by: { origin: 'system' },
      object: { id: connectionId, name: otherName },
      counts: { removed: stores.reduce((sum, { removed }) => sum + removed, 0) },
      isByProduct: true,
      after: { receipt: id, hash },
    })
  }
}

interface Listed extends Omit<ReceiptRef, 'id'> {
  agencyId: string
  /** Only receipts that name files of this user, and of these files only. Their hash is of more than that, so it is left out. */
  userId?: string | undefined
}

/** Newest first. Users of the agency have the names that they have now. */
export const listReceipts = async (
  tx: Tx,
  { agencyId, userId, ...ref }: Listed,
  page: { page: number; size: number },
): Promise<{ items: Receipt[]; total: number }> => {
  const { rows, total } = await queries.selectReceipts(tx, { ...ref, userId }, page)
  const receipts = rows.map(toReceipt).map((receipt) => (userId === undefined ? receipt : ofUser(receipt, userId)))
  const userIds = [...new Set(receipts.flatMap(({ cannotRecall }) => cannotRecall.map(({ userId }) => userId)))]
  const names = await namesOfUsers(tx, agencyId, userIds)
  const items = receipts.map((receipt) => ({
    ...receipt,
    cannotRecall: receipt.cannotRecall.map((one) => ({ ...one, who: names.get(one.userId) ?? '' })),
  }))
  return { items, total }
}

export const findStores = async (tx: Tx, ref: ReceiptRef): Promise<Store[]> => {
  const row = await queries.selectReceipt(tx, ref)
  return row ? toReceipt(row).stores : []
}

/** Erasures that began before this time and are not finished. */
export const findUnfinished = async (tx: Tx, before: Date, limit: number): Promise<ReceiptRef[]> => {
  const rows = await queries.selectUnfinished(tx, before, limit)
  return rows.map((row) => ({ clientId: row.client_id, connectionId: row.connection_id, id: row.id }))
}
