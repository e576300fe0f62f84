import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  requireSignature,
  rotateSigningSecret,
  rotateWebhookKey,
} from '#contract/webhooks/endpoints.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { deleteEndpoint, previewDeletion } from './delete.ts'
import * as endpoints from './service.ts'

interface EndpointParts {
  vendors: endpoints.Installation
  dispatcher: Dispatcher
}

export const endpointRoutes = ({ vendors, dispatcher }: EndpointParts): Served[] => [
  serve(listWebhookEndpoints, (_input, context) => endpoints.listEndpoints(context, vendors)),
  serve(createWebhookEndpoint, ({ body }, context) => endpoints.createEndpoint(context, vendors, body.company_id)),
  serve(rotateWebhookKey, ({ params, body }, context) => endpoints.rotateKey(context, vendors, params.id, body)),
  serve(rotateSigningSecret, ({ params }, context) => endpoints.makeSecret(context, vendors, params.id)),
  serve(requireSignature, ({ params, body }, context) => endpoints.requireSignature(context, params.id, body)),
  serve(deleteWebhookEndpoint, ({ params, query }, context) =>
    query.dry_run ? previewDeletion(context, params.id) : deleteEndpoint(context, dispatcher, params.id),
  ),
]
