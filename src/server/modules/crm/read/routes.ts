import { exportContacts, getLineage, listContacts, listCrmLists } from '#contract/crm/records.ts'
import { getSpend } from '#contract/crm/spend.ts'
import { serve, serveStream, type Served } from '#server/platform/http/serve.ts'
import * as exporting from './export.ts'
import * as records from './service.ts'
import * as spend from './spend.ts'

export const crmReadRoutes = (): Served[] => [
  serve(listCrmLists, ({ query }, context) => records.listLists(context, query)),
  serve(listContacts, ({ query }, context) => records.listContacts(context, query)),
  serveStream(exportContacts, async ({ query }, context, { reply }) => {
    const { name, headers, content } = await exporting.exportContacts(context, query)
    const disposition = { 'content-disposition': `attachment; filename="${name}"` }
    await reply
      .type('text/csv; charset=utf-8')
      .headers({ ...headers, ...disposition })
      .send(content)
  }),
  serve(getLineage, ({ params }, context) => records.getLineage(context, params.id)),
  serve(getSpend, ({ params, query }, context) => spend.getSpend(context, params.integration_id, query)),
]
