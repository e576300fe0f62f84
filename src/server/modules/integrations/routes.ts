import { checkIntegrationStatus } from '#contract/integrations/configs.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as integrations from './service.ts'

export const integrationRoutes = (): Served[] => [
  serve(listIntegrations, ({ query }, context) => integrations.listIntegrations(context, query)),
  serve(checkIntegrationStatus, ({ query }, context) => integrations.checkStatus(context, query.client_id)),
]
