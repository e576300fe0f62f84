import { exportAudit, listAudit, verifyAudit } from '#contract/audit.ts'
import { serve, serveStream, type Served } from '#server/platform/http/serve.ts'
import * as exporting from './export/export.ts'
import * as audit from './service.ts'
import { verify } from './verify/verify.ts'

export const auditRoutes = (): Served[] => [
  serve(listAudit, ({ query }, context) => audit.listAudit(context, query)),
  serve(verifyAudit, ({ body }, context) => verify(context, body.client_id)),
  serveStream(exportAudit, async ({ query }, context, { reply }) => {
    const { name, type, content } = await exporting.exportAudit(context, query)
    await reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
  }),
]
