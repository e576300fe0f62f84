import type { FastifyInstance } from 'fastify'
import { applyFaults, type FaultShapes } from '../kit/faults.ts'
import { registerOAuth } from '../kit/oauth-server.ts'
import { consentPage } from '../kit/pages.ts'
import type { Store } from '../kit/store.ts'
import type { Vendor } from '../kit/vendor.ts'
import { createEdges, type Ask } from './edges.ts'
import { GraphError, sayTrouble, showUsage } from './graph.ts'
import { createAdminApi } from './admin-api.ts'
import { createState, vendor } from './state.ts'
import { createTokenIssuer } from './tokens.ts'

const title = 'Facebook'
/** The login configuration that the sandbox's application has saved. */
const knownConfiguration = '734900000000001'

const shapes: FaultShapes = {
  throttle(reply, ms = 60_000) {
    const rest = ms < 60_000 ? { seconds: Math.ceil(ms / 1000) } : { minutes: Math.ceil(ms / 60_000) }
    showUsage(reply, 'sandbox', { percent: 100, ...rest })
    return sayTrouble(reply, {
      code: 80_000,
      subcode: 2446079,
      message: '(#80000) There have been too many calls from this ad-account. Wait a bit and try again.',
    })
  },
  outage: (reply) =>
    sayTrouble(reply, {
      code: 2,
      status: 500,
      isTransient: true,
      message: 'An unexpected error has occurred. Please retry your request later.',
    }),
}

const sayErrors = (scope: FastifyInstance): void => {
  scope.setErrorHandler((error, _request, reply) => {
    const trouble = error instanceof GraphError ? error.trouble : { code: 1, status: 500, message: 'An unknown error occurred' }
    return reply.send(sayTrouble(reply, trouble))
  })
  scope.setNotFoundHandler((_request, reply) => reply.send(sayTrouble(reply, { code: 2500, message: 'Unknown path components' })))
}

const rightsOf: Readonly<Record<string, string>> = { [knownConfiguration]: 'ads_read,business_management' }

/** The permissions are in the address, or in a saved configuration of the application. Without either there is no login. */
const registerDialog = (app: FastifyInstance, store: Store): void => {
  void app.register(async (scope) => {
    scope.addHook('preHandler', async (request, reply) => {
      const query = request.query as Record<string, string>
      const { config_id: configuration } = query
      if (configuration !== undefined) query['scope'] = rightsOf[configuration] ?? ''
      if (query['scope']) return undefined
      const problem = "This app isn't available: it does not say what it wants, or by a configuration that is not its own."
      return reply.status(400).type('text/html').send(consentPage({ title, problem }))
    })
    registerOAuth(scope, {
      store,
      vendor,
      title,
      authorizePaths: ['/:version/dialog/oauth'],
      tokenPaths: [],
      accessSeconds: 3600,
      rotates: false,
    })
  })
}

export const facebookVendor: Vendor = {
  prefix: vendor,
  name: title,
  pageSize: 500,
  register(app, { store, faults, url }) {
    const state = createState(store)
    const { createAccount, ads } = createAdminApi(store, state)
    const tokenIssuer = createTokenIssuer(store)
    const edges = createEdges({ state, faults, url })
    registerDialog(app, store)
    void app.register(async (scope) => {
      applyFaults(scope, faults, shapes)
      sayErrors(scope)
      tokenIssuer.register(scope)
      const askOf = (request: Ask['request'], reply: Ask['reply']): Ask & { id: string; edge: string } => {
        const { version = '', id = '', edge = '' } = request.params as Record<string, string>
        if (!/^v\d+\.\d+$/.test(version))
          throw new GraphError({ code: 2500, message: `Unknown path components: /${version}/${id}` })
        const token = tokenIssuer.callerOf(request)
        const name = store.account({ vendor, account: token.account })?.name ?? ''
        return { request, reply, query: request.query as Record<string, string>, token, name, id, edge }
      }
      scope.get('/:version/:id', async (request, reply) => {
        const ask = askOf(request, reply)
        return edges.node(ask, ask.id)
      })
      scope.get('/:version/:id/:edge', async (request, reply) => {
        const ask = askOf(request, reply)
        return edges.edge(ask, ask.id, ask.edge)
      })
      scope.delete('/:version/me/permissions', async (request, reply) => {
        tokenIssuer.revokeAll(askOf(request, reply).token.account)
        return { success: true }
      })
    })
    return {
      createAccount,
      howToConnect: () => ({}),
      expireTokens: tokenIssuer.expireAll,
      revokeTokens: tokenIssuer.revokeAll,
      ads,
    }
  },
}
