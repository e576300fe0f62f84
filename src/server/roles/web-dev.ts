// The web with hot reload: Vite serves the sources from inside this process, on the same origin as the API.
import type { FastifyInstance } from 'fastify'
import type { WebConfig } from '#contract/kit/web-config.ts'
import { projectRoot } from '#server/platform/config.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { servePages } from './web.ts'

export const registerWebDev = async (app: FastifyInstance, config: WebConfig): Promise<void> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(projectRoot, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: { server: app.server }, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('content-security-policy', '')
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  servePages(app, async (request, reply) => {
    const isGallery = /^\/gallery\/?($|\?)/.test(request.url)
    const file = isGallery ? 'src/web/gallery/index.html' : 'src/web/index.html'
    const template = readFileSync(join(projectRoot, file), 'utf8')
    const page = await vite.transformIndexHtml(request.url, template)
    return reply
      .type('text/html')
      .send(page.replace('__CONFIG__', () => JSON.stringify(config)).replaceAll('__CSP_NONCE__', 'dev'))
  })
}
