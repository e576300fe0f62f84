import type { ClientRow } from '#contract/clients.ts'
import type { Context } from '#server/platform/http/context.ts'
import { selectClients, type ClientSearch } from './list-queries.ts'
import { toClientRow } from './shape.ts'

/** All accounts, for our own people; who owns one stays behind a mask until somebody gives a reason. */
export const listClients = async (context: Context, query: ClientSearch): Promise<{ items: ClientRow[]; total: number }> => {
  const { items, total } = await context.asStaff('clients: the list', (tx) => selectClients(tx, query))
  return { total, items: items.map((row) => toClientRow(row, true)) }
}
