// A vendor's consent page and token endpoint, as in RFC 6749. Vendors differ in names, lifetimes and rotation.
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consentPage } from './pages.ts'
import type { SandboxAccount, Store } from './store.ts'

/** The one application that the sandboxes know. */
export const knownApp = { clientId: 'tributary-sandbox', clientSecret: 'sandbox-secret' }

export interface TokenRow {
  access: string
  refresh: string
  account: string
  user: string
  scopes: string
  expires: number
  revoked: boolean
}

interface OAuthServer {
  store: Store
  vendor: string
  title: string
  /** Paths under the vendor's prefix; several if a vendor has versions. */
  authorizePaths: readonly string[]
  tokenPaths: readonly string[]
  revokePaths?: readonly string[]
  /** Revoking one token ends all access of the login to the application. */
  revokesWhole?: boolean
  /** Lifetime of an access token in seconds. */
  accessSeconds: number
  /** The refresh token is replaced at each use. */
  rotates: boolean
  /** Using a replaced one ends everything. */
  reuseRevokes?: boolean
  needsPkce?: boolean
  proves?: 'form' | 'basic'
  /** The token answer beyond the usual fields. Return `expires_in: undefined` to leave it out. */
  answerOf?: (account: SandboxAccount, token: TokenRow, request: FastifyRequest) => Record<string, unknown>
  /** The vendor's form of a refusal. The default is RFC 6749's. */
  errorOf?: (code: string, text: string) => unknown
  prefixOfTokens?: string
  /** The label of an account on the consent page; absent: its name. */
  labelOf?: (account: SandboxAccount) => string
  /** Called for every consent. */
  onConsent?: (account: string) => void
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const fresh = (prefix: string): string => prefix + randomBytes(24).toString('base64url')

const tokenOf = (row: Record<string, string | number> | undefined): TokenRow | undefined =>
  row && {
    access: text(row['access']),
    refresh: text(row['refresh']),
    account: text(row['account']),
    user: text(row['user']),
    scopes: text(row['scopes']),
    expires: Number(row['expires']),
    revoked: Number(row['revoked']) > 0,
  }

export type Tokens = ReturnType<typeof createTokens>

export const createTokens = (
  store: Store,
  vendor: string,
  { accessSeconds, prefix = '' }: { accessSeconds: number; prefix?: string },
) => ({
  issue(
    account: string,
    scopes: string,
    { refresh = fresh(`${prefix}r_`), user = '1' }: { refresh?: string; user?: string } = {},
  ): TokenRow {
    const row = {
      access: fresh(`${prefix}a_`),
      refresh,
      account,
      user,
      scopes,
      expires: Date.now() + accessSeconds * 1000,
      revoked: false,
    }
    store.run(
      'insert into token values (?, ?, ?, ?, ?, ?, ?, 0)',
      row.access,
      refresh,
      vendor,
      account,
      user,
      scopes,
      row.expires,
    )
    return row
  },
  byAccess: (access: string) => tokenOf(store.one('select * from token where access = ? and vendor = ?', access, vendor)),
  byRefresh: (refresh: string) =>
    tokenOf(store.one('select * from token where refresh = ? and vendor = ? order by expires desc limit 1', refresh, vendor)),
  /** The access token in the header, while it is valid. `expired` and `unknown` are distinguished for vendors that do. */
  check(request: FastifyRequest): { token: TokenRow } | { problem: 'missing' | 'unknown' | 'expired' | 'revoked' } {
    const access = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (access === undefined) return { problem: 'missing' }
    const token = this.byAccess(access)
    if (!token) return { problem: 'unknown' }
    if (token.revoked) return { problem: 'revoked' }
    return token.expires <= Date.now() ? { problem: 'expired' } : { token }
  },
  expireAll: (account: string) =>
    void store.run('update token set expires = 0 where vendor = ? and account = ?', vendor, account),
  revokeAll: (account: string) =>
    void store.run('update token set revoked = 1 where vendor = ? and account = ?', vendor, account),
  revoke: (token: string) =>
    void store.run('update token set revoked = 1 where vendor = ? and (access = ? or refresh = ?)', vendor, token, token),
})

export const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const proofOf = (request: FastifyRequest, body: Record<string, unknown>, proves: OAuthServer['proves']) => {
  if (proves !== 'basic') return { id: text(body['client_id']), secret: text(body['client_secret']) }
  const [id = '', secret = ''] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /i, ''), 'base64')
    .toString()
    .split(':')
  return { id, secret }
}

const registerConsent = (app: FastifyInstance, server: OAuthServer): void => {
  const { store, vendor, title } = server
  for (const path of server.authorizePaths)
    app.get(path, async (request, reply) => {
      const query = request.query as Record<string, string>
      const redirect = text(query['redirect_uri'])
      if (query['client_id'] !== knownApp.clientId || !URL.canParse(redirect))
        return reply
          .status(400)
          .type('text/html')
          .send(consentPage({ title, problem: 'This application is not known here.' }))
      if (server.needsPkce && query['code_challenge_method'] !== 'S256')
        return reply
          .status(400)
          .type('text/html')
          .send(consentPage({ title, problem: 'A code challenge is needed.' }))
      const accounts = store.accounts(vendor).map((one) => ({ ...one, name: server.labelOf?.(one) ?? one.name }))
      return reply.type('text/html').send(consentPage({ title, action: request.url, accounts, scopes: text(query['scope']) }))
    })
  for (const path of server.authorizePaths)
    app.post(path, async (request, reply) => {
      const query = request.query as Record<string, string>
      const { account = '', answer = '' } = request.body as Record<string, string>
      const back = new URL(text(query['redirect_uri']))
      back.searchParams.set('state', text(query['state']))
      if (answer === 'deny') {
        back.searchParams.set('error', 'access_denied')
        return reply.redirect(back.toString(), 302)
      }
      if (!store.account({ vendor, account }))
        return reply
          .status(400)
          .type('text/html')
          .send(consentPage({ title, problem: 'Choose an account.' }))
      server.onConsent?.(account)
      const code = fresh('c_')
      store.run(
        'insert into code values (?, ?, ?, ?, ?, ?, ?)',
        code,
        vendor,
        account,
        text(query['redirect_uri']),
        query['code_challenge'] ?? null,
        text(query['scope']),
        Date.now() + 600_000,
      )
      back.searchParams.set('code', code)
      return reply.redirect(back.toString(), 302)
    })
}

const registerRevocation = (app: FastifyInstance, server: OAuthServer, tokens: Tokens): void => {
  for (const path of server.revokePaths ?? [])
    app.post(path, async (request, reply) => {
      const { token } = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>
      const { account } = tokens.byRefresh(text(token)) ?? tokens.byAccess(text(token)) ?? {}
      if (server.revokesWhole && account !== undefined) tokens.revokeAll(account)
      else tokens.revoke(text(token))
      return reply.status(200).send({})
    })
}

/** Registers consent page, token and revocation endpoints; returns what the vendor's API checks its callers with. */
export const registerOAuth = (app: FastifyInstance, server: OAuthServer): Tokens => {
  const { store, vendor } = server
  const tokens = createTokens(store, vendor, { accessSeconds: server.accessSeconds, prefix: server.prefixOfTokens ?? '' })
  registerConsent(app, server)

  const refuse = (reply: FastifyReply, code: string, why: string, status = 400) =>
    reply.status(status).send(server.errorOf?.(code, why) ?? { error: code, error_description: why })

  const answer = (request: FastifyRequest, token: TokenRow) => {
    const account = store.account({ vendor, account: token.account })
    return {
      access_token: token.access,
      refresh_token: token.refresh,
      expires_in: server.accessSeconds,
      token_type: 'bearer',
      ...(account ? server.answerOf?.(account, token, request) : {}),
    }
  }

  const exchange = (request: FastifyRequest, reply: FastifyReply, body: Record<string, unknown>) => {
    const row = store.one('select * from code where code = ? and vendor = ?', text(body['code']), vendor)
    if (!row || Number(row['expires']) < Date.now())
      return refuse(reply, 'invalid_grant', 'The code is unknown, used or too old.')
    store.run('delete from code where code = ?', text(row['code']))
    if (text(body['redirect_uri']) !== row['redirect'])
      return refuse(reply, 'invalid_grant', 'The redirect_uri is not the one of the consent.')
    const challenge = row['challenge']
    if (typeof challenge === 'string' && s256(text(body['code_verifier'])) !== challenge)
      return refuse(reply, 'invalid_grant', 'The code verifier does not fit.')
    return reply.send(answer(request, tokens.issue(text(row['account']), text(row['scopes']))))
  }

  const renew = (request: FastifyRequest, reply: FastifyReply, body: Record<string, unknown>) => {
    const old = tokens.byRefresh(text(body['refresh_token']))
    if (!old) return refuse(reply, 'invalid_grant', 'The refresh token is unknown.')
    if (old.revoked) {
      if (server.reuseRevokes) tokens.revokeAll(old.account)
      return refuse(reply, 'invalid_grant', 'The refresh token was revoked or used before.')
    }
    if (server.rotates) tokens.revoke(old.refresh)
    return reply.send(
      answer(
        request,
        tokens.issue(old.account, old.scopes, { user: old.user, ...(server.rotates ? {} : { refresh: old.refresh }) }),
      ),
    )
  }

  for (const path of server.tokenPaths)
    app.post(path, async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>
      const { id, secret } = proofOf(request, body, server.proves)
      if (id !== knownApp.clientId || secret !== knownApp.clientSecret)
        return refuse(reply, 'invalid_client', 'This application is not known here.', 401)
      if (body['grant_type'] === 'authorization_code') return exchange(request, reply, body)
      if (body['grant_type'] === 'refresh_token') return renew(request, reply, body)
      return refuse(reply, 'unsupported_grant_type', 'Only codes and refresh tokens are taken.')
    })
  registerRevocation(app, server, tokens)
  return tokens
}
