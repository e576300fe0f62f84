// Serves the built pages: hashed files for ever, the page itself fresh each time with its configuration and a nonce for styles.
import fastifyStatic from '@fastify/static'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebConfig } from '#contract/web-config.ts'

interface WebParts {
  folder: string
  config: WebConfig
  /** Foreign addresses that the page may call: moved APIs, the identity provider. */
  connectTo: readonly string[]
}

const policyOf = (nonce: string, connectTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connectTo].join(' '),
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')

/** As JSON inside a page: nothing in it may end the element it stands in. */
const asPageJson = (config: WebConfig): string => JSON.stringify(config).replaceAll('<', '\\u003c')

const sendPage = (reply: FastifyReply, template: string, parts: Pick<WebParts, 'config' | 'connectTo'>): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', policyOf(nonce, parts.connectTo))
    .header('cache-control', 'no-cache')
    .header(
      'permissions-policy',
      'camera=(), geolocation=(), microphone=(), payment=(self), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    )
    .header('cross-origin-opener-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(template.replace('__CONFIG__', () => asPageJson(parts.config)).replaceAll('__CSP_NONCE__', nonce))
}

const isPageRequest = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(users-api|agencies-api|contacts-api|idp|assets)(\/|$)/.test(request.url)

/** Answers page requests by `send`; anything else that is unknown stays unknown. */
export const servePages = (
  app: FastifyInstance,
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply,
): void => {
  app.get('/*', async (request, reply) => (isPageRequest(request) ? send(request, reply) : reply.callNotFound()))
}

export const registerWeb = async (app: FastifyInstance, parts: WebParts): Promise<void> => {
  const template = readFileSync(join(parts.folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: parts.folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', '.vite/**', '.built-from'],
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes('/assets/')
      response.setHeader('vary', 'Accept-Encoding, Origin')
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  servePages(app, (_request, reply) => sendPage(reply, template, parts))
}
