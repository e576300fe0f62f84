// The admin API of the sandboxes, for callers who control the vendors: a user on the product's page, a test, the demo.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodies } from './admin-bodies.ts'
import type { Faults } from './faults.ts'
import { fillAccount, contactOf, touchAccount } from './fill.ts'
import { createRandom } from './random.ts'
import type { SandboxAccount, Store } from './store.ts'
import type { CrmAdmin, Vendor, VendorAdmin } from './vendor.ts'
import type { createSender } from './webhooks.ts'

export interface Installed {
  vendor: Vendor
  admin: VendorAdmin
  faults: Faults
  sender: ReturnType<typeof createSender>
}

class NotThere extends Error {
  readonly statusCode = 404
}

/** Invalid input is reported with a text. */
const bodyOf = <T>(schema: z.ZodType<T>, request: FastifyRequest): T => {
  const parsed = schema.safeParse(request.body ?? {})
  if (parsed.success) return parsed.data
  throw Object.assign(new Error(z.prettifyError(parsed.error)), { statusCode: 400 })
}

interface Found extends Installed {
  account: string
  id: string
}

interface CrmTarget {
  crm: CrmAdmin
  account: string
  id: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Call = [method: Method, path: string, work: (request: FastifyRequest) => unknown]

const finder =
  (store: Store, installed: readonly Installed[]) =>
  (request: FastifyRequest): Found => {
    const { vendor: prefix, account = '', id = '' } = request.params as Record<string, string>
    const found = installed.find(({ vendor }) => vendor.prefix === prefix)
    if (!found) throw new NotThere('There is no such vendor')
    if (account !== '' && !store.account({ vendor: found.vendor.prefix, account })) throw new NotThere('There is no such account')
    return { ...found, account, id }
  }

type Find = ReturnType<typeof finder>

const crmFinder =
  (find: Find) =>
  (request: FastifyRequest): CrmTarget => {
    const { admin, account, id } = find(request)
    if (!admin.crm) throw new NotThere('This vendor has no people')
    return { crm: admin.crm, account, id }
  }

const describeAccount = (admin: VendorAdmin, account: SandboxAccount) => {
  const { account: id, name } = account
  const locations = admin.agencies?.locations(id) ?? null
  return {
    id,
    name,
    connect: admin.howToConnect(account),
    counts: locations === null ? (admin.crm?.counts(id) ?? null) : null,
    businesses: admin.ads?.businesses(id) ?? null,
    locations,
  }
}

const describe = (store: Store, { vendor, admin, faults, sender }: Installed) => ({
  prefix: vendor.prefix,
  name: vendor.name,
  kind: admin.crm ? 'crm' : 'ads',
  canMerge: admin.crm?.mergePeople !== undefined,
  faults: faults.list(),
  limits: faults.limitsAreOn,
  webhooks: vendor.sendsWebhooks ? sender.faults : null,
  hasAgencies: admin.agencies !== undefined,
  accounts: store.accounts(vendor.prefix).map((account) => describeAccount(admin, account)),
})

const peopleCalls = (crmOf: ReturnType<typeof crmFinder>): Call[] => [
  ['GET', '/:vendor/accounts/:account/people', (request) => ({ items: crmOf(request).crm.people(crmOf(request).account, 50) })],
  [
    'POST',
    '/:vendor/accounts/:account/people',
    (request) => {
      const { crm, account } = crmOf(request)
      const now = Date.now()
      const made = contactOf(createRandom(now), now % 100_000, now)
      return { id: crm.addPerson(account, { ...made, ...bodyOf(bodies.person, request) } as typeof made) }
    },
  ],
  [
    'PATCH',
    '/:vendor/accounts/:account/people/:id',
    (request) => {
      const { crm, account, id } = crmOf(request)
      crm.changePerson(account, id, bodyOf(bodies.person, request) as Parameters<CrmAdmin['changePerson']>[2], Date.now())
    },
  ],
  [
    'DELETE',
    '/:vendor/accounts/:account/people/:id',
    (request) => {
      const { crm, account, id } = crmOf(request)
      crm.removePerson(account, id, Date.now())
    },
  ],
  [
    'POST',
    '/:vendor/accounts/:account/people/:id/merge',
    (request) => {
      const { crm, account, id } = crmOf(request)
      if (!crm.mergePeople) throw new NotThere('This vendor cannot merge people')
      crm.mergePeople(account, { from: id, into: bodyOf(bodies.merge, request).into }, Date.now())
    },
  ],
]

const dealCalls = (crmOf: ReturnType<typeof crmFinder>): Call[] => [
  ['GET', '/:vendor/accounts/:account/deals', (request) => ({ items: crmOf(request).crm.deals(crmOf(request).account, 50) })],
  [
    'POST',
    '/:vendor/accounts/:account/deals',
    (request) => {
      const { crm, account } = crmOf(request)
      const { stage: at, ...deal } = bodyOf(bodies.deal, request)
      const now = Date.now()
      return { id: crm.addDeal(account, { ...deal, path: [{ stage: at, at: now }], createdAt: now, modifiedAt: now }) }
    },
  ],
  [
    'PATCH',
    '/:vendor/accounts/:account/deals/:id',
    (request) => {
      const { crm, account, id } = crmOf(request)
      crm.changeDeal(account, id, bodyOf(bodies.dealChange, request) as Parameters<CrmAdmin['changeDeal']>[2], Date.now())
    },
  ],
  [
    'DELETE',
    '/:vendor/accounts/:account/deals/:id',
    (request) => {
      const { crm, account, id } = crmOf(request)
      crm.removeDeal(account, id, Date.now())
    },
  ],
]

const accountCalls = (find: Find, crmOf: ReturnType<typeof crmFinder>): Call[] => [
  [
    'POST',
    '/:vendor/accounts',
    (request) => {
      const { admin } = find(request)
      const account = admin.createAccount(bodyOf(bodies.account, request))
      return { id: account.account, name: account.name, connect: admin.howToConnect(account) }
    },
  ],
  [
    'POST',
    '/:vendor/accounts/:account/fill',
    (request) => {
      const { crm, account } = crmOf(request)
      fillAccount(crm, account, bodyOf(bodies.fill, request))
      return crm.counts(account)
    },
  ],
  [
    'POST',
    '/:vendor/accounts/:account/touch',
    (request) => {
      const { crm, account } = crmOf(request)
      return { changed: touchAccount(crm, account, bodyOf(bodies.touch, request)) }
    },
  ],
  [
    'POST',
    '/:vendor/accounts/:account/tokens',
    (request) => {
      const { admin, account } = find(request)
      if (bodyOf(bodies.tokens, request).do === 'expire') admin.expireTokens(account)
      else admin.revokeTokens(account)
    },
  ],
]

const adsCalls = (find: Find): Call[] => {
  const adsOf = (request: FastifyRequest) => {
    const { admin, account, id } = find(request)
    if (!admin.ads) throw new NotThere('This vendor has no ad accounts')
    return { ads: admin.ads, account, id }
  }
  const addBusiness = (request: FastifyRequest) => {
    const { ads, account } = adsOf(request)
    return ads.addBusiness(account, bodyOf(bodies.business, request))
  }
  const addSpend = (request: FastifyRequest) => {
    const { ads, account, id } = adsOf(request)
    const isThere = ads.businesses(account).some(({ adAccounts }) => adAccounts.some((one) => one.id === id))
    if (!isThere) throw new NotThere('There is no such ad account')
    ads.addSpend(account, id, bodyOf(bodies.spend, request))
  }
  return [
    ['POST', '/:vendor/accounts/:account/businesses', addBusiness],
    ['POST', '/:vendor/accounts/:account/ad-accounts/:id/spend', addSpend],
  ]
}

const agencyCalls = (find: Find): Call[] => [
  [
    'POST',
    '/:vendor/agencies',
    (request) => {
      const { admin } = find(request)
      if (!admin.agencies) throw new NotThere('This vendor has no agencies')
      const { id, locations } = admin.agencies.addAgency(bodyOf(bodies.agency, request))
      return { id, locations, connect: {} }
    },
  ],
]

const troubleCalls = (find: Find): Call[] => [
  [
    'POST',
    '/:vendor/faults',
    (request) => {
      const { faults } = find(request)
      faults.add(bodyOf(bodies.fault, request))
      return { faults: faults.list() }
    },
  ],
  ['DELETE', '/:vendor/faults', (request) => find(request).faults.clear()],
  ['PUT', '/:vendor/limits', (request) => void (find(request).faults.limitsAreOn = bodyOf(bodies.limits, request).on)],
  [
    'PUT',
    '/:vendor/webhooks',
    (request) => {
      const { vendor, sender } = find(request)
      if (!vendor.sendsWebhooks) throw new NotThere('This vendor sends no webhooks')
      Object.assign(sender.faults, bodyOf(bodies.webhooks, request))
    },
  ],
  ['GET', '/:vendor/requests', (request) => ({ requests: find(request).faults.log })],
]

export const registerAdmin = (app: FastifyInstance, store: Store, installed: readonly Installed[]): void => {
  const find = finder(store, installed)
  const crmOf = crmFinder(find)
  const calls: Call[] = [
    ['GET', '/vendors', () => ({ vendors: installed.map((one) => describe(store, one)) })],
    ['GET', '/:vendor', (request) => describe(store, find(request))],
    ...accountCalls(find, crmOf),
    ...peopleCalls(crmOf),
    ...dealCalls(crmOf),
    ...adsCalls(find),
    ...agencyCalls(find),
    ...troubleCalls(find),
  ]
  for (const [method, url, work] of calls)
    app.route({ method, url, handler: async (request) => store.transaction(() => work(request)) ?? {} })
}
