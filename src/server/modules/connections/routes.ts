import {
  acceptConnection,
  cancelConnection,
  createConnection,
  getConnection,
  getInvitation,
  listConnections,
  rejectConnection,
  removeConnection,
  resendConnection,
} from '#contract/connections/connections.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as answer from './answer.ts'
import * as end from './end.ts'
import * as invite from './invite.ts'
import * as list from './list.ts'

export const connectionRoutes = (database: Database, dispatcher: Dispatcher): Served[] => [
  serve(listConnections, ({ query }, context) => list.listConnections(context, query)),
  serve(getConnection, ({ params, query }, context) => list.getConnection(context, params.id, query.client_id)),
  serve(createConnection, ({ body }, context) => invite.inviteToConnect(context, dispatcher, body)),
  serve(resendConnection, ({ params }, context) => invite.resendInvitation(context, dispatcher, params.id)),
  serve(acceptConnection, ({ params, body }, context) =>
    answer.acceptInvitation(context, dispatcher, { ...body, id: params.id }),
  ),
  serve(rejectConnection, ({ params, body }, context) =>
    answer.rejectInvitation(context, dispatcher, { ...body, id: params.id }),
  ),
  serve(cancelConnection, ({ params, body }, context) => end.cancelConnection(context, dispatcher, { ...body, id: params.id })),
  serve(removeConnection, ({ params }, context) => end.removeConnection(context, params.id)),
  serve(getInvitation, ({ params }) => answer.openInvitation(database, params.token)),
]
