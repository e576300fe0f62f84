// Codes become tokens of an hour, and these become tokens of 60 days. All of it by GET.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTokens, knownApp, s256, type TokenRow, type Tokens } from '../kit/oauth-server.ts'
import type { Store } from '../kit/store.ts'
import { GraphError } from './graph.ts'
import { vendor } from './state.ts'

const hour = 3600
const sixtyDays = 5_184_000

const ofCode = (store: Store, short: Tokens, query: Record<string, string>): TokenRow => {
  const row = store.one('select * from code where code = ? and vendor = ?', query['code'] ?? '', vendor)
  if (!row || Number(row['expires']) < Date.now())
    throw new GraphError({ code: 100, subcode: 36009, message: 'This authorization code has been used.' })
  store.run('delete from code where code = ?', String(row['code']))
  if (query['redirect_uri'] !== row['redirect'])
    throw new GraphError({
      code: 100,
      subcode: 36008,
      message: 'Error validating verification code. Please make sure your redirect_uri is identical',
    })
  if (typeof row['challenge'] === 'string' && s256(query['code_verifier'] ?? '') !== row['challenge'])
    throw new GraphError({
      code: 100,
      message: 'Invalid code verifier. Code verifier should match the code challenge of the dialog',
    })
  return short.issue(String(row['account']), String(row['scopes']))
}

const lost = (message: string, subcode?: number): GraphError =>
  new GraphError({ code: 190, message, ...(subcode === undefined ? {} : { subcode }) })

const check = (tokens: Tokens, access: string | undefined): TokenRow => {
  if (access === undefined || access === '')
    throw new GraphError({
      code: 2500,
      message: 'An active access token must be used to query information about the current user.',
    })
  const token = tokens.byAccess(access)
  if (!token) throw lost('Invalid OAuth access token - Cannot parse access token')
  if (token.revoked) throw lost('Error validating access token: The user has not authorized application.', 458)
  if (token.expires <= Date.now()) throw lost('Error validating access token: Session has expired.', 463)
  return token
}

const debugged = (token: TokenRow) => ({
  app_id: knownApp.clientId,
  type: 'USER',
  application: 'Tributary',
  expires_at: Math.floor(token.expires / 1000),
  is_valid: !token.revoked && token.expires > Date.now(),
  scopes: token.scopes.split(/[\s,]+/).filter(Boolean),
  user_id: token.account,
})

export const createTokenIssuer = (store: Store) => {
  const short = createTokens(store, vendor, { accessSeconds: hour, prefix: 'EAA' })
  const long = createTokens(store, vendor, { accessSeconds: sixtyDays, prefix: 'EAAlong' })

  const register = (app: FastifyInstance): void => {
    app.get('/:version/oauth/access_token', async (request, reply) => {
      const query = request.query as Record<string, string>
      if (query['client_id'] !== knownApp.clientId || query['client_secret'] !== knownApp.clientSecret)
        throw new GraphError({ code: 101, message: 'Error validating application. Invalid application ID or secret.' })
      if (query['grant_type'] !== 'fb_exchange_token')
        return reply.send({ access_token: ofCode(store, short, query).access, token_type: 'bearer', expires_in: hour })
      const old = check(short, query['fb_exchange_token'])
      const made = long.issue(old.account, old.scopes)
      return reply.send({ access_token: made.access, token_type: 'bearer', expires_in: sixtyDays })
    })
    app.get('/:version/debug_token', async (request, reply) => {
      const query = request.query as Record<string, string>
      if (query['access_token'] !== `${knownApp.clientId}|${knownApp.clientSecret}`)
        throw lost('Invalid OAuth access token signature.')
      const token = long.byAccess(query['input_token'] ?? '')
      return reply.send({ data: token ? debugged(token) : { is_valid: false, scopes: [] } })
    })
  }

  return {
    register,
    /** The caller, by header or parameter. */
    callerOf: (request: FastifyRequest): TokenRow =>
      check(
        long,
        /^(?:Bearer|OAuth) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
          (request.query as Record<string, string>)['access_token'],
      ),
    expireAll: long.expireAll,
    revokeAll: long.revokeAll,
  }
}
