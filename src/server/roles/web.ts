// Serves the built pages: hashed files are cached forever, the page itself is never cached and has its configuration
// and a nonce for styles.
import fastifyStatic from '@fastify/static'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebConfig } from '#contract/kit/web-config.ts'

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

/** JSON inside a page: nothing in it may end its element. */
const asPageJson = (config: WebConfig): string => JSON.stringify(config).replaceAll('<', '\\u003c')

interface Files {
  scripts: string[]
  styles: string[]
}

/** What a visit will most likely load: written by the build. */
interface FirstLoad {
  signIn: Files
  home: Files
  public: Files
  publicPaths: string[]
}

const tagsOf = ({ scripts, styles }: Files): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ')

/** Longer than any public path. */
const pathMax = 200

const pathOf = (url: string): string =>
  url
    .slice(0, pathMax)
    .replace(/[?#].*/, '')
    .replace(/(?<!\/)\/+$/, '') || '/'

/** Names the files of a visit in the page itself, so that a browser fetches them immediately and not one after the other. */
const createFirstLoad = (folder: string): ((request: FastifyRequest) => string) => {
  const known = JSON.parse(readFileSync(join(folder, '.vite/first-load.json'), 'utf8')) as FirstLoad
  const tags = { signIn: tagsOf(known.signIn), home: tagsOf(known.home), public: tagsOf(known.public) }
  const isPublic = new Set(known.publicPaths)
  return ({ url, headers }) => {
    if (isPublic.has(pathOf(url))) return tags.public
    // A browser with tokens most likely belongs to a signed-in user; a wrong guess only costs a moment.
    return headers.cookie?.includes('.LastAuthUser=') ? tags.home : tags.signIn
  }
}

const sendPage = (reply: FastifyReply, template: string, parts: Pick<WebParts, 'config' | 'connectTo'>): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', policyOf(nonce, parts.connectTo))
    .header('cache-control', 'no-cache')
    .header('vary', 'Cookie')
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

/** Answers page requests by `send`; other unknown addresses stay unknown. */
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
  const firstLoad = createFirstLoad(parts.folder)
  servePages(app, (request, reply) =>
    sendPage(
      reply,
      template.replace('<!--__FIRST_LOAD__-->', () => firstLoad(request)),
      parts,
    ),
  )
}
