import type { Context } from '#server/platform/http/context.ts'
import { listIntegrations } from '../service.ts'
import { selectConnected } from '../vendors/tokens/secret-queries.ts'

/** The sources in the form of the specification's call. Keys are never returned, only whether there is one. */
export const listModels = async (context: Context, clientIdParam: string | undefined) => {
  const { items, total } = await listIntegrations(context, { client_id: clientIdParam })
  const clientId = clientIdParam ?? context.caller.clientId
  const connected = await context.asSystem('connecting: which of them are connected', (tx) => selectConnected(tx, clientId))
  const models = items.map(({ id, type, url, hub_id, syncing, client_id }) => ({
    id,
    type,
    url,
    refresh_token: null,
    auth_token: null,
    hub_id,
    syncing,
    client_id,
    connected: connected.has(id),
  }))
  return { items: models, total }
}
