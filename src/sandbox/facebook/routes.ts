import type { FastifyInstance } from 'fastify'
import { applyFaults, type FaultShapes } from '../kit/faults.ts'
import { registerOAuth } from '../kit/oauth-server.ts'
import type { Vendor } from '../kit/vendor.ts'
import { createEdges, type Ask } from './edges.ts'
import { GraphError, sayTrouble, showUsage } from './graph.ts'
import { createHands } from './hands.ts'
import { createState, vendor } from './state.ts'
import { createTokenDesk } from './tokens.ts'

const shapes: FaultShapes = {
  throttle(reply) {
    showUsage(reply, 'sandbox', { percent: 100, minutes: 1 })
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

export const facebookVendor: Vendor = {
  prefix: vendor,
  name: 'Facebook',
  register(app, { store, faults, url }) {
    const state = createState(store)
    const { createAccount, ads } = createHands(store, state)
    const desk = createTokenDesk(store)
    const edges = createEdges({ state, faults, url })
    registerOAuth(app, {
      store,
      vendor,
      title: 'Facebook',
      authorizePaths: ['/:version/dialog/oauth'],
      tokenPaths: [],
      accessSeconds: 3600,
      rotates: false,
    })
    void app.register(async (scope) => {
      applyFaults(scope, faults, shapes)
      sayErrors(scope)
      desk.register(scope)
      const askOf = (request: Ask['request'], reply: Ask['reply']): Ask & { id: string; edge: string } => {
        const { version = '', id = '', edge = '' } = request.params as Record<string, string>
        if (!/^v\d+\.\d+$/.test(version))
          throw new GraphError({ code: 2500, message: `Unknown path components: /${version}/${id}` })
        const token = desk.callerOf(request)
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
        desk.revokeAll(askOf(request, reply).token.account)
        return { success: true }
      })
    })
    return {
      createAccount,
      howToConnect: () => ({}),
      expireTokens: desk.expireAll,
      revokeTokens: desk.revokeAll,
      ads,
    }
  },
}
