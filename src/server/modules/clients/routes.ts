import { listClients, updateClient } from '#contract/clients.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as clients from './service.ts'

export const clientRoutes = (): Served[] => [
  serve(listClients, ({ query }, context) => clients.listClients(context, query)),
  serve(updateClient, ({ params, body }, context) => clients.updateClient(context, params.id, body)),
]
