// The vendors, offline: one server on its own port, one prefix per vendor. It shares no code with the product.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import cors from '@fastify/cors'
import { fastify, type FastifyRequest } from 'fastify'
import { runDemo } from './demo/run.ts'
import { registerAdmin, type Installed } from './kit/admin.ts'
import { Faults } from './kit/faults.ts'
import { openStore, type Store } from './kit/store.ts'
import type { Vendor } from './kit/vendor.ts'
import { createSender } from './kit/webhooks.ts'
import { allVendors } from './vendors.ts'

export interface Sandbox {
  url: string
  /** Admin API, faults and requests of each vendor, for tests in the same process. */
  installed: readonly Installed[]
  /** What the vendors store. Thousands of records are created in one of its transactions. */
  store: Store
  /** Adds the demo's companies in the background, and keeps them changing. */
  startDemo(): void
  close(): Promise<void>
}

interface Settings {
  host: string
  port: number
  /** Where the vendors store their data; absent: in memory. */
  folder?: string
  /** The product's address, which webhooks go to. */
  productUrl?: string
  vendors?: readonly Vendor[]
}

const page = (vendors: readonly Vendor[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Vendor sandboxes</title>
<style>body{font:15px/24px system-ui,sans-serif;max-width:640px;margin:64px auto;padding:0 16px;color:#141a28}h1{font-size:24px;line-height:32px}p{color:#434d61}
@media (prefers-color-scheme:dark){body{background:#0f131c;color:#e6eaf2}p{color:#c6cdda}}</style></head>
<body><main><h1>Vendor sandboxes</h1>
<p>This is a foreign site, as far as Tributary knows: here live stand-ins for the CRMs and ad platforms that it talks to. Accounts, records and
faults are played with on the page of the sandboxes inside the product.</p>
<ul>${vendors.map(({ name }) => `<li>${name}</li>`).join('')}</ul>
</main></body></html>`

const openFile = (folder: string | undefined): Store => {
  if (folder === undefined) return openStore()
  mkdirSync(folder, { recursive: true })
  return openStore(join(folder, 'vendors.sqlite'))
}

const proxied = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host']

/** The admin API is for this machine only, even if the vendors themselves can be reached from elsewhere. */
const refuseStrangers = async ({ ip, headers }: FastifyRequest): Promise<void> => {
  const isHere = /^(?:::ffff:)?127\.|^::1$/.test(ip) && !proxied.some((name) => headers[name] !== undefined)
  if (!isHere) throw Object.assign(new Error('The sandboxes are played with from this machine alone.'), { statusCode: 403 })
}

export const startSandbox = async (settings: Settings): Promise<Sandbox> => {
  const { host, port, folder, productUrl, vendors = allVendors() } = settings
  const app = fastify({ forceCloseConnections: true, bodyLimit: 8 * 1024 * 1024, routerOptions: { maxParamLength: 500 } })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  const store = openFile(folder)
  let url = ''
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(vendors)))
  app.get('/healthz', async () => ({ status: 'ok' }))

  const installed: Installed[] = []
  for (const vendor of vendors) {
    const faults = new Faults()
    const sender = createSender()
    const { prefix } = vendor
    await app.register(
      async (scope) => {
        const admin = vendor.register(scope, {
          store,
          faults,
          url: () => `${url}/${prefix}`,
          deliver: (delivery) => sender.deliver(delivery),
          webhookTarget: () => (productUrl === undefined ? null : `${productUrl}/hooks/${prefix}`),
        })
        installed.push({ vendor, admin, faults, sender })
      },
      { prefix: `/${prefix}` },
    )
  }
  await app.register(
    async (scope) => {
      // The product's page of the sandboxes comes from another origin.
      await scope.register(cors, {
        origin: productUrl === undefined ? false : [productUrl],
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      })
      scope.addHook('onRequest', refuseStrangers)
      registerAdmin(scope, store, installed)
    },
    { prefix: '/__admin' },
  )

  const listening = await app.listen({ host, port })
  url = listening.replace('127.0.0.1', 'localhost')
  let demo: ReturnType<typeof runDemo> | undefined
  const close = async (): Promise<void> => {
    await demo?.stop()
    await Promise.all(installed.map(({ sender }) => sender.close()))
    await app.close()
    store.close()
  }
  const startDemo = (): void => {
    demo ??= runDemo({ store, installed })
  }
  return { url, installed, store, startDemo, close }
}
