import type { Integration } from '#contract/integrations.ts'
import type { Context } from '#server/platform/http/context.ts'
import { selectIntegrations } from './queries.ts'

export const listIntegrations = async (
  context: Context,
  active: boolean | undefined,
): Promise<{ items: Integration[]; total: number }> => {
  const rows = await context.inClient((tx) => selectIntegrations(tx, context.caller.clientId, active))
  const items = rows.map((row) => ({
    ...row,
    type: row.type as Integration['type'],
    status: row.status as Integration['status'],
    created_at: row.created_at.toISOString(),
  }))
  return { items, total: items.length }
}
