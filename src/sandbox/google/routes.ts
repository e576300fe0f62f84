import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applyFaults, createWindow, type FaultShapes } from '../kit/faults.ts'
import { registerOAuth, type TokenRow, type Tokens } from '../kit/oauth-server.ts'
import type { SandboxAccount } from '../kit/store.ts'
import type { Vendor } from '../kit/vendor.ts'
import { AdsError, sayTrouble, type Trouble } from './failures.ts'
import { createAdminApi } from './admin-api.ts'
import { search, searchStream, type Ask } from './search.ts'
import { createState, vendor } from './state.ts'

const developerToken = 'SandboxDeveloperToken1'
const adsScope = 'https://www.googleapis.com/auth/adwords'

const tooMany: Trouble = {
  status: 429,
  kind: 'quotaError',
  code: 'RESOURCE_TEMPORARILY_EXHAUSTED',
  message: 'Too many requests. Retry in 5 seconds.',
  retryDelay: '5s',
}
const shapes: FaultShapes = {
  throttle: (reply) => sayTrouble(reply, tooMany),
  outage: (reply) => sayTrouble(reply, { status: 503, message: 'The service is currently unavailable.' }),
}

const refusals: Readonly<Record<'missing' | 'unknown' | 'expired' | 'revoked', Trouble>> = {
  missing: { status: 401, message: 'Request is missing required authentication credential.' },
  unknown: { status: 401, message: 'Request had invalid authentication credentials.' },
  expired: {
    status: 401,
    kind: 'authenticationError',
    code: 'OAUTH_TOKEN_EXPIRED',
    message: 'The OAuth access token has expired.',
  },
  revoked: {
    status: 401,
    kind: 'authenticationError',
    code: 'OAUTH_TOKEN_REVOKED',
    message: 'The OAuth access token was revoked.',
  },
}

const callerOf = (tokens: Tokens, request: FastifyRequest): TokenRow => {
  const checked = tokens.check(request)
  if ('problem' in checked) throw new AdsError(refusals[checked.problem])
  if (!checked.token.scopes.split(' ').includes(adsScope))
    throw new AdsError({ status: 403, message: 'Request had insufficient authentication scopes.' })
  if (request.headers['developer-token'] !== developerToken)
    throw new AdsError({
      status: 401,
      kind: 'authenticationError',
      code: 'DEVELOPER_TOKEN_INVALID',
      message: 'The developer token is not valid.',
    })
  return checked.token
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Google sends the refresh token with the consent only. */
const tokenAnswer = ({ facts, account }: SandboxAccount, { scopes }: TokenRow, request: FastifyRequest) => ({
  ...((request.body as Record<string, unknown>)['grant_type'] === 'refresh_token' ? { refresh_token: undefined } : {}),
  scope: scopes,
  token_type: 'Bearer',
  ...(scopes.includes('openid')
    ? { id_token: `${part({ alg: 'none' })}.${part({ sub: account, email: facts['email'] })}.sandbox` }
    : {}),
})

/** Retired versions are refused with a text. */
const retiredOr404 = (url: string): Trouble => {
  const version = Number(/\/v(\d+)\/customers/.exec(url)?.[1] ?? Number.NaN)
  if (!(version < 24)) return { status: 404, message: 'Requested entity was not found.' }
  const message = ` Version v${version} is deprecated. Requests to this version will be blocked.`
  return { status: 400, kind: 'requestError', code: 'UNSUPPORTED_VERSION', message }
}

const sayErrors = (scope: FastifyInstance): void => {
  scope.setErrorHandler((error, request, reply) => {
    const trouble = error instanceof AdsError ? error.trouble : { status: 500, message: 'Internal error encountered.' }
    const said = sayTrouble(reply, trouble)
    return reply.send(request.url.includes(':searchStream') ? [said] : said)
  })
  scope.setNotFoundHandler((request, reply) => reply.send(sayTrouble(reply, retiredOr404(request.url))))
}

export const googleVendor: Vendor = {
  prefix: vendor,
  name: 'Google Ads',
  pageSize: 500,
  register(app, { store, faults }) {
    const state = createState(store)
    const { createAccount, ads } = createAdminApi(store, state)
    const rate = createWindow(10, 1000)
    const tokens = registerOAuth(app, {
      store,
      vendor,
      title: 'Google',
      authorizePaths: ['/o/oauth2/v2/auth'],
      tokenPaths: ['/token'],
      revokePaths: ['/revoke'],
      revokesWhole: true,
      accessSeconds: 3599,
      rotates: false,
      answerOf: tokenAnswer,
      prefixOfTokens: 'ya29.',
    })
    const askOf = (request: FastifyRequest): Ask => {
      const { account } = callerOf(tokens, request)
      const { customer = '' } = request.params as Record<string, string>
      if (faults.limitsAreOn && rate.take(customer) > 0) throw new AdsError(tooMany)
      const login = request.headers['login-customer-id']
      return {
        account,
        customer,
        login: typeof login === 'string' ? login : undefined,
        body: (request.body ?? {}) as Ask['body'],
      }
    }
    void app.register(async (scope) => {
      applyFaults(scope, faults, shapes)
      sayErrors(scope)
      scope.get('/v24/customers::listAccessibleCustomers', async (request, reply) => {
        const { account } = callerOf(tokens, request)
        const own = state.customers(account).filter(({ manager }) => manager === null)
        if (own.length === 0)
          throw new AdsError({
            status: 401,
            kind: 'authenticationError',
            code: 'NOT_ADS_USER',
            message: 'The Google account is not associated with any Ads accounts.',
          })
        return reply.send({ resourceNames: own.map(({ id }) => `customers/${id}`) })
      })
      scope.post('/v24/customers/:customer/googleAds::search', async (request, reply) =>
        reply.send(search(state, askOf(request))),
      )
      scope.post('/v24/customers/:customer/googleAds::searchStream', async (request, reply) =>
        reply.send(searchStream(state, askOf(request))),
      )
    })
    return {
      createAccount,
      howToConnect: () => ({}),
      expireTokens: tokens.expireAll,
      revokeTokens: tokens.revokeAll,
      ads,
    }
  },
}
