import { listEmails, showEmail } from '#contract/outbox.ts'
import { serve, serveStream, type Served } from '#server/platform/http/serve.ts'
import type { Outbox } from './service.ts'

// An email is untrusted content: it may contain styles and links, nothing more.
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

export const outboxRoutes = (outbox: Outbox): Served[] => [
  serve(listEmails, ({ query }) => outbox.list(query)),
  serveStream(showEmail, async ({ params }, _context, { reply }) => {
    const html = await outbox.html(params.id)
    await reply.header('content-security-policy', emailPolicy).type('text/html; charset=utf-8').send(html)
  }),
]
