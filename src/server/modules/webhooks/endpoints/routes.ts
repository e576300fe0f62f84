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
import type { VendorApps } from '../../integrations/vendors/model.ts'
import * as endpoints from './service.ts'

export const endpointRoutes = (dispatcher: Dispatcher, { sealer, publicUrl }: VendorApps): Served[] => {
  const parts = { dispatcher, sealer, publicUrl }
  return [
    serve(listWebhookEndpoints, (_input, context) => endpoints.list(context, parts)),
    serve(createWebhookEndpoint, ({ body }, context) => endpoints.create(context, parts, body.company_id)),
    serve(rotateWebhookKey, ({ params, body }, context) =>
      endpoints.rotateKey(context, parts, {
        endpointId: params.id,
        endsOldNow: body.end_old_now,
        version: body.version,
      }),
    ),
    serve(rotateSigningSecret, ({ params }, context) => endpoints.makeSigningSecret(context, parts, params.id)),
    serve(requireSignature, ({ params, body }, context) =>
      endpoints.requireSignature(context, {
        endpointId: params.id,
        isRequired: body.requires_signature,
        version: body.version,
      }),
    ),
    serve(deleteWebhookEndpoint, ({ params, query }, context) =>
      endpoints.remove(context, parts, { endpointId: params.id, isDryRun: query.dry_run }),
    ),
  ]
}
