import type { ClientRow } from '#contract/clients.ts'
import type { Context } from '#server/platform/http/context.ts'
import { selectClients, type ClientSearch } from './list-queries.ts'
import { toClientRow } from './model.ts'

/** All accounts, for staff; owners are masked if the operator wants it. */
export const listClients = async (context: Context, query: ClientSearch): Promise<{ items: ClientRow[]; total: number }> => {
  const isMasked = context.masks(undefined)
  const { items, total } = await context.asStaff('clients: the list', (tx) => selectClients(tx, query, isMasked))
  return { total, items: items.map((row) => toClientRow(row, { caller: context.caller, masks: () => isMasked })) }
}
