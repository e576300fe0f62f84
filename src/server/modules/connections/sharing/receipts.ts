// What was erased from the agency: for admins of both accounts and staff; for users of the agency, where their own files are named.
import type { countFiles as countRoute, listReceipts as listRoute } from '#contract/connections/sharing.ts'
import type { Input, Reply } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { maskName } from '#server/platform/masks.ts'
import { countFiles, listReceipts } from '../../receipts/service.ts'
import { view } from '../list.ts'
import { isSeenBy, otherId, type ConnectionRow } from '../model.ts'
import { selectConnection } from '../queries.ts'
import { agencyOf, findSeen } from '../sides.ts'
import { readsOwnOnly } from './seen.ts'

type Query = Input<typeof listRoute>['query']
type Receipts = Reply<typeof listRoute>

const listIn = async (tx: Tx, row: ConnectionRow, { page, size, userId }: Query & { userId?: string }): Promise<Receipts> => {
  const agencyId = agencyOf(row)
  if (agencyId === null) return { items: [], total: 0 }
  return listReceipts(tx, { clientId: row.client_id, connectionId: row.id, agencyId, userId }, { page, size })
}

const masked = ({ items, total }: Receipts): Receipts => ({
  total,
  items: items.map((receipt) => ({
    ...receipt,
    cannotRecall: receipt.cannotRecall.map((file) => ({ ...file, who: maskName(file.who) })),
  })),
})

/** Staff read those of the account that they name. */
const listForStaff = (context: Context, connectionId: string, query: Query): Promise<Receipts> =>
  view(context, query.client_id, async (tx, { clientId }) => {
    const row = await selectConnection(tx, { clientId, connectionId })
    if (!row || !isSeenBy(context.caller, row)) throw new AppError('NOT_FOUND')
    const receipts = await listIn(tx, row, query)
    return context.masks(agencyOf(row) ?? undefined) ? masked(receipts) : receipts
  })

export const getReceipts = (context: Context, connectionId: string, query: Query): Promise<Receipts> => {
  const { caller } = context
  if (query.client_id !== undefined && query.client_id !== caller.clientId) return listForStaff(context, connectionId, query)
  return context.asSystem('connections: receipts, with the names of users of the agency', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    return listIn(tx, row, { ...query, ...(readsOwnOnly(context) ? { userId: caller.userId } : {}) })
  })
}

/** Before the connection ends: what its receipt will name. */
export const countUnrecallable = (context: Context, connectionId: string): Promise<Reply<typeof countRoute>> =>
  context.asSystem('connections: how many files cannot be recalled', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    const other = otherId(row)
    const clientIds = other === null ? [] : [row.client_id, other]
    return { files: await countFiles(tx, { connectionId, clientIds }) }
  })
