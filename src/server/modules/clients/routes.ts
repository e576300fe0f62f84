import { getClient, getClientByEmail, listClients, revealOwner, updateClient } from '#contract/clients.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { listClients as list } from './list.ts'
import * as clients from './service.ts'

export const clientRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(listClients, ({ query }, context) => list(context, query)),
  serve(getClient, ({ params }, context) => clients.getClient(context, params.id)),
  serve(getClientByEmail, ({ query }, context) => clients.getClientByEmail(context, query.email)),
  serve(updateClient, ({ params, body }, context) => clients.updateClient(context, params.id, body)),
  serve(revealOwner, ({ params, body }, context) =>
    clients.revealOwner(context, dispatcher, { id: params.id, reason: body.reason }),
  ),
]
