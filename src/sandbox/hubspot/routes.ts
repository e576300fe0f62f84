import type { FastifyInstance, FastifyReply } from 'fastify'
import { applyFaults } from '../kit/faults.ts'
import { knownApp, registerOAuth, type Tokens } from '../kit/oauth-server.ts'
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { CrmAdmin, Vendor } from '../kit/vendor.ts'
import { registerAccount } from './account.ts'
import { problem, throttled } from './answers.ts'
import { applyGuard } from './guard.ts'
import { registerObjects } from './objects.ts'
import { Portals, vendor, type Body, type ObjectName } from './portal.ts'
import { registerSearch } from './search.ts'
import { deliveriesOf } from './webhooks.ts'

/** HubSpot names the limit that was reached, and no time. */
const policyFor = (ms: number) => (ms <= 1000 ? 'SECONDLY' : ms <= 10_000 ? 'TEN_SECONDLY_ROLLING' : 'DAILY')

const shapes = {
  throttle: (reply: FastifyReply, ms = 10_000) => {
    void reply.status(429)
    return throttled(policyFor(ms))
  },
  outage: (reply: FastifyReply) => {
    void reply.status(503)
    return problem('Service temporarily unavailable', 'SERVICE_UNAVAILABLE')
  },
}

const accessSeconds = 1800
const tokenPaths = ['/oauth/2026-03/token', '/oauth/2026-09/token', '/oauth/v3/token', '/oauth/v1/token']
const statuses: Readonly<Record<string, string>> = { invalid_grant: 'BAD_REFRESH_TOKEN', invalid_client: 'BAD_CLIENT_ID' }

const domainOf = ({ name }: SandboxAccount): string => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example.com`

const introspect = (store: Store, tokens: Tokens, text: string) => {
  const token = tokens.byAccess(text) ?? tokens.byRefresh(text)
  const account = token && store.account({ vendor, account: token.account })
  if (!account || token.revoked) return { active: false }
  return {
    active: true,
    hub_id: Number(account.account),
    hub_domain: domainOf(account),
    user: 'nora@example.com',
    user_id: Number(token.user),
    app_id: 5_100_001,
    client_id: knownApp.clientId,
    scopes: token.scopes.split(' '),
    token_use: token.access === text ? 'access_token' : 'refresh_token',
    expires_in: Math.max(0, Math.round((token.expires - Date.now()) / 1000)),
    is_private_distribution: false,
  }
}

const registerTokens = (app: FastifyInstance, store: Store): Tokens => {
  const tokens = registerOAuth(app, {
    store,
    vendor,
    title: 'HubSpot',
    authorizePaths: ['/oauth/authorize'],
    tokenPaths,
    revokePaths: tokenPaths.map((path) => `${path}/revoke`),
    accessSeconds,
    rotates: false,
    answerOf: ({ account }, { user, scopes }) => ({
      hub_id: Number(account),
      user_id: Number(user),
      scopes: scopes.split(' '),
      token_use: 'access_token',
    }),
    errorOf: (error, text) => ({ error, error_description: text, status: statuses[error] ?? 'BAD_REQUEST', message: text }),
  })
  for (const path of tokenPaths)
    app.post(`${path}/introspect`, async (request, reply) => {
      const form = (request.body ?? {}) as Record<string, string>
      if (form['client_id'] !== knownApp.clientId || form['client_secret'] !== knownApp.clientSecret)
        return reply.status(401).send(problem('This application is not known here.', 'INVALID_AUTHENTICATION'))
      const token = form['token'] ?? form['access_token'] ?? form['refresh_token'] ?? ''
      if (token === '') return reply.status(400).send(problem('token is missing', 'VALIDATION_ERROR'))
      return introspect(store, tokens, token)
    })
  return tokens
}

const handsOf = (store: Store, portals: Portals): CrmAdmin => {
  const stageNamed = (account: string, id: string) =>
    portals
      .pipelines(account)
      .flatMap(({ stages }) => stages)
      .find((stage) => stage.id === id)?.label ?? id
  const listed = (account: string, object: ObjectName, limit: number) =>
    store.list({ vendor, account, object, descending: true, limit }).map(({ id, body }) => {
      const { properties } = JSON.parse(body) as Body
      const { dealname, firstname = '', lastname = '', email = '', dealstage = '' } = properties
      return {
        id,
        name: dealname ?? `${firstname} ${lastname}`.trim(),
        detail: object === 'deals' ? stageNamed(account, dealstage) : email,
      }
    })
  return {
    addPerson: (account, person) => portals.addPerson(account, person),
    changePerson: (...change) => portals.changePerson(...change),
    removePerson: (account, id, at) => portals.remove(account, 'contacts', { id, at }),
    mergePeople: (account, ids, at) => portals.mergePeople(account, ids, at),
    addDeal: (account, deal) => portals.addDeal(account, deal),
    changeDeal: (...change) => portals.changeDeal(...change),
    removeDeal: (account, id, at) => portals.remove(account, 'deals', { id, at }),
    people: (account, limit) => listed(account, 'contacts', limit),
    deals: (account, limit) => listed(account, 'deals', limit),
    counts: (account) => ({
      people: store.count({ vendor, account, object: 'contacts' }),
      deals: store.count({ vendor, account, object: 'deals' }),
    }),
  }
}

export const hubspotVendor: Vendor = {
  prefix: vendor,
  name: 'HubSpot',
  pageSize: 100,
  sendsWebhooks: true,
  register(app, { store, faults, url, deliver, webhookTarget }) {
    const portals = new Portals(store, (change) => {
      for (const delivery of deliveriesOf(change, webhookTarget())) deliver(delivery)
    })
    const tokens = registerTokens(app, store)
    void app.register(async (api) => {
      applyFaults(api, faults, shapes)
      applyGuard(api, { tokens, faults })
      registerObjects(api, store, url)
      registerSearch(api, store, faults)
      registerAccount(api, store, portals)
    })
    return {
      createAccount: (account) => portals.createAccount(account),
      howToConnect: () => ({}),
      expireTokens: (account) => tokens.expireAll(account),
      revokeTokens: (account) => tokens.revokeAll(account),
      crm: handsOf(store, portals),
    }
  },
}
