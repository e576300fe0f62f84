import { countDeliveries, getDelivery, getWebhookUsage, listDeliveries, replayDelivery } from '#contract/webhooks/deliveries.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as deliveries from './service.ts'

export const deliveryRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(listDeliveries, ({ query }, context) => deliveries.list(context, query)),
  serve(countDeliveries, ({ query }, context) => deliveries.count(context, query.endpoint_id)),
  serve(getWebhookUsage, (_input, context) => deliveries.usage(context)),
  serve(getDelivery, ({ params }, context) => deliveries.get(context, params.id)),
  serve(replayDelivery, ({ params, body }, context) =>
    deliveries.replay(context, dispatcher, { id: params.id, payload: body?.payload }),
  ),
]
