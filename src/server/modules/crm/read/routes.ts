import { getLineage, listContacts, listCrmLists } from '#contract/crm/records.ts'
import { getSpend } from '#contract/crm/spend.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as records from './service.ts'
import * as spend from './spend.ts'

export const crmReadRoutes = (): Served[] => [
  serve(listCrmLists, ({ query }, context) => records.listLists(context, query)),
  serve(listContacts, ({ query }, context) => records.listContacts(context, query)),
  serve(getLineage, ({ params }, context) => records.getLineage(context, params.id)),
  serve(getSpend, ({ params, query }, context) => spend.getSpend(context, params.integration_id, query)),
]
