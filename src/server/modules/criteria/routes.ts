import { listCriteriaSourceFields, listCriteriaValues } from '#contract/criteria/suggestions.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { suggestSourceFields, suggestValues } from './service.ts'

export const criteriaRoutes = (): Served[] => [
  serve(listCriteriaValues, ({ query }, context) => {
    const { integration_id: integrationId, ...wanted } = query
    return context.inClient((tx) => suggestValues(tx, context.caller.clientId, { integrationId, ...wanted, stop: context }))
  }),
  serve(listCriteriaSourceFields, ({ query }, context) =>
    context.inClient((tx) => suggestSourceFields(tx, context.caller.clientId, query.integration_id, context)),
  ),
]
