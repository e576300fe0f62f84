import { checkIntegrationStatus } from '#contract/configs.ts'
import { listConnectors, listIntegrationModels, listIntegrations } from '#contract/integrations.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as integrations from './service.ts'

export const integrationRoutes = (vendors: integrations.Vendors): Served[] => [
  serve(listIntegrations, ({ query }, context) => integrations.listIntegrations(context, query)),
  serve(listConnectors, async () => integrations.listConnectors(vendors)),
  serve(listIntegrationModels, ({ query }, context) => integrations.listModels(context, query.client_id)),
  serve(checkIntegrationStatus, ({ query }, context) => integrations.checkStatus(context, query.client_id)),
]
