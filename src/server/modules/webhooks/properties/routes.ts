import {
  acceptSetAside,
  changeWebhookProperties,
  createWebhookProperties,
  deleteWebhookProperty,
  ignoreSetAside,
  listSetAside,
  listWebhookProperties,
} from '#contract/webhooks/properties.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as properties from './service.ts'
import * as setAside from './set-aside.ts'

export const propertyRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(listWebhookProperties, (_input, context) => properties.listProperties(context)),
  serve(createWebhookProperties, ({ body }, context) => properties.createProperties(context, body.properties)),
  serve(changeWebhookProperties, ({ body }, context) => properties.changeProperties(context, body.properties)),
  serve(deleteWebhookProperty, ({ params, query }, context) => properties.deleteProperty(context, params.id, query)),
  serve(listSetAside, (_input, context) => setAside.listSetAside(context)),
  serve(acceptSetAside, ({ body }, context) => setAside.acceptSetAside(context, dispatcher, body)),
  serve(ignoreSetAside, ({ body }, context) => setAside.ignoreSetAside(context, body)),
]
