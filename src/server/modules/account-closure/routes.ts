import { changeClientStatus, closeClient, previewClosure, reopenClient } from '#contract/account-closure.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as closing from './service.ts'

export const accountClosureRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(changeClientStatus, ({ params, query, body }, context) =>
    closing.changeClientStatus(context, dispatcher, { id: params.id, status: query.status, reason: body.reason }),
  ),
  serve(previewClosure, ({ params }, context) => closing.previewClosure(context, params.id)),
  serve(closeClient, ({ params, body }, context) => closing.closeClient(context, dispatcher, { id: params.id, name: body.name })),
  serve(reopenClient, ({ params }, context) => closing.reopenClient(context, dispatcher, params.id)),
]
