// The outside world, offline: one server on a port of its own, one prefix per vendor. It shares no code with the product.
import { fastify } from 'fastify'

interface Vendor {
  prefix: string
  name: string
}

export interface Sandbox {
  url: string
  close(): Promise<void>
}

const page = (vendors: readonly Vendor[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Vendor sandboxes</title>
<style>body{font:15px/24px system-ui,sans-serif;max-width:640px;margin:64px auto;padding:0 16px;color:#141a28}h1{font-size:24px;line-height:32px}p{color:#434d61}
@media (prefers-color-scheme:dark){body{background:#0f131c;color:#e6eaf2}p{color:#c6cdda}}</style></head>
<body><main><h1>Vendor sandboxes</h1>
<p>This is a foreign site, as far as Tributary knows: here live stand-ins for the CRMs and ad platforms that it talks to.</p>
${vendors.length === 0 ? '<p>No vendor has moved in yet.</p>' : `<ul>${vendors.map(({ prefix, name }) => `<li><a href="${prefix}">${name}</a></li>`).join('')}</ul>`}
</main></body></html>`

export const startSandbox = async (
  address: { host: string; port: number },
  vendors: readonly Vendor[] = [],
): Promise<Sandbox> => {
  const app = fastify({ forceCloseConnections: true })
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(vendors)))
  app.get('/healthz', async () => ({ status: 'ok' }))
  const url = await app.listen(address)
  return { url, close: () => app.close() }
}
