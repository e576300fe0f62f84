// Staff act in an account; the account sees that staff did, and nothing that distinguishes one staff user from another.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#contract/all-routes.ts'
import { exportAudit, listAudit, verifyAudit } from '#contract/audit.ts'
import { getClient, updateClient } from '#contract/clients.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import { listEvents } from '#contract/events/events.ts'
import { deleteIntegration, type Integration } from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import type { Request, Route } from '#contract/kit/route.ts'
import { cancelRun, listRuns, startRun } from '#contract/syncs/runs.ts'
import { createUser } from '#contract/users/invitations.ts'
import { changeUserStatus, revealUser, updateUser } from '#contract/users/users.ts'
import { urlOf } from '#server/platform/http/register.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

const browser = 'StewardBrowser/1'
const solsHeaders = { 'user-agent': browser, 'x-forwarded-for': '203.0.113.77' }
const reason = 'Asked for by phone'

let world: World
let priya: TestUser
let nils: TestUser
let sol: TestUser
let source: Integration

/** As Sol, from his network and with his browser, which no one needs to know. */
const asSol = async <const R extends Route>(route: R, request: Request<R>) => {
  const { status, body, error } = await sol.call(route, request, solsHeaders)
  if (status >= 300) throw new Error(`${route.name} was refused: ${JSON.stringify(error)}`)
  return body
}

beforeAll(async () => {
  world = await startWorld()
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya', lastname: 'Raman' })
  nils = await joinTeam(world, priya, { name: 'Nils', role: 'admin' })
  sol = await signUpStaff(world)
  source = await connect(priya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Brightsmile', people: 3 }))
  await settled(priya, source.id)
  const { clientId } = priya.user
  await asSol(getClient, { params: { id: clientId } })
  await asSol(updateClient, { params: { id: clientId }, body: { currency: 'EUR' } })
  for (const status of ['SUSPENDED', 'ACTIVE'] as const)
    await asSol(changeUserStatus, { params: { id: nils.user.id }, body: { status, reason } })
  await asSol(updateUser, { params: { id: nils.user.id }, body: { role: 'user', reason } })
  await asSol(createUser, {
    body: { name: 'Gil', lastname: 'Guest', email: 'gil@example.com', role: 'user', client_id: clientId, reason },
  })
  await asSol(revealUser, { params: { id: nils.user.id }, body: { reason } })
  await asSol(startRun, { params: { integration_id: source.id }, body: {} })
  await settled(priya, source.id)
  const canceled = await asSol(startRun, { params: { integration_id: source.id }, body: { kind: 'full' } })
  await sol.call(cancelRun, { params: { id: canceled.id } }, solsHeaders)
  await settled(priya, source.id)
  await asSol(deleteIntegration, { params: { id: source.id }, query: { reason } })
  for (const status of ['suspended', 'active'] as const)
    await asSol(changeClientStatus, { params: { id: clientId }, query: { status }, body: { reason } })
  await sol.call(exportAudit, { query: { client_id: clientId } }, solsHeaders)
})
afterAll(() => world.close())

/** Everything that would distinguish Sol from other staff. */
const tracesIn = (text: string): string[] => {
  const network = '203.0.113.'
  const agent = createHash('sha256').update(browser).digest('hex').slice(0, 16)
  return [sol.user.id, sol.email, sol.user.cognitoId, 'Steward', network, agent, browser].filter((trace) => text.includes(trace))
}

const get = (path: string) =>
  fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${priya.token}`, 'x-forwarded-for': '10.0.0.9' } })

/** A page of everything that an account can read about itself. */
const pathsOf = (route: Route): string[] => {
  const { clientId, id } = priya.user
  const path = urlOf(route)
  const ids = path.includes('/clients/') ? [clientId] : path.includes('/users/') ? [id, nils.user.id] : [source.id]
  return path.includes(':') ? ids.map((one) => path.replaceAll(/:\w+/g, one)) : [path]
}

/** As many rows as it returns at once. */
const searchOf = ({ query }: Route): string => {
  const most = ['limit', 'size'].find((name) => query !== undefined && name in query.shape)
  return most === undefined ? '' : `?${most}=100`
}

/** The outbox of this machine has the emails to all users; those to Priya are checked below. */
const besides = new Set(['streamLive', 'getOpenApi', 'listLetters', 'showLetter'])
const readable = allRoutes.filter(({ method, name }) => method === 'GET' && !besides.has(name))

describe('What Priya reads of her account after Sol worked in it', () => {
  it.each(readable)('reveals nothing of Sol by $name', async (route) => {
    for (const path of pathsOf(route)) {
      const text = await (await get(path + searchOf(route))).text()
      expect([path, tracesIn(text)]).toEqual([path, []])
    }
  })

  it.each(['csv', 'json'])('reveals nothing of Sol in an export as %s, which is complete nevertheless', async (format) => {
    const text = await (await get(`/users-api/audit/export?format=${format}`)).text()
    expect(text).toContain('staff.revealed')
    expect(tracesIn(text)).toEqual([])
    expect((await priya.call(verifyAudit, { body: {} })).body.isIntact).toBe(true)
  })

  it('reveals nothing of Sol in emails', async () => {
    for (const { email } of [priya, nils]) {
      const emails = await (await fetch(`${world.url}/agencies-api/outbox/letters?limit=100&to=${email}`)).text()
      expect([emails.includes(reason), tracesIn(emails)]).toEqual([true, []])
    }
  })

  it('reveals nothing of Sol on the live stream, from its beginning', async () => {
    const stopping = new AbortController()
    const headers = { authorization: `Bearer ${priya.token}`, 'last-event-id': '00000000-0000-7000-8000-000000000000' }
    const response = await fetch(`${world.url}/agencies-api/live`, { headers, signal: stopping.signal })
    const { value } = (await response.body?.getReader().read()) ?? {}
    stopping.abort()
    expect(tracesIn(new TextDecoder().decode(value))).toEqual([])
  })

  it('says that it was staff, wherever an actor is named', async () => {
    const events = (await priya.call(listEvents, { query: { origin: 'staff', limit: 100 } })).body.items
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['Tributary staff']))
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['sync_started', 'integration_disconnected', 'user.suspended', 'client.updated']),
    )
    const runs = (await priya.call(listRuns, { params: { integration_id: source.id }, query: {} })).body.items
    expect(runs.filter(({ origin }) => origin === 'staff').map(({ actor }) => actor)).toContain('Tributary staff')
    const entries = (await priya.call(listAudit, { query: { actor: 'staff', limit: 100 } })).body.items
    expect(new Set(entries.map(({ actorId, actorName }) => `${actorId} ${actorName}`))).toEqual(new Set(['null Tributary staff']))
    const notifications = (await priya.call(listNotifications, { query: { size: 100 } })).body.items
    expect(notifications.flatMap(({ data }) => data.actor ?? [])).toContain('Tributary staff')
  })

  it('finds nothing by the id of Sol', async () => {
    expect((await priya.call(listAudit, { query: { actor: sol.user.id } })).body.total).toBe(0)
  })
})

describe('Staff', () => {
  it('see who of them it was, in the log of the account and in their own', async () => {
    const { clientId } = priya.user
    const query = { client_id: clientId, action: 'user.suspended' }
    expect((await sol.call(listAudit, { query })).body.items).toMatchObject([
      { actorId: sol.user.id, actorName: 'Sol Steward', objectId: nils.user.id, actedInId: null },
    ])
    const own = { client_id: sol.user.clientId, action: 'user.suspended' }
    expect((await sol.call(listAudit, { query: own })).body.items).toMatchObject([
      { actorId: sol.user.id, actorName: 'Sol Steward', objectName: 'Nils Okafor', actedInName: 'Brightsmile', reason },
    ])
  })

  it('find what one of them did, in one account and in all', async () => {
    const { clientId } = priya.user
    for (const where of [{ client_id: clientId }, {}]) {
      const query = { actor: sol.user.id, action: 'user.suspended', ...where }
      expect((await sol.call(listAudit, { query })).body.items).toHaveLength(1)
    }
  })

  it('read each act once in the list of all accounts', async () => {
    const { items, total } = (await sol.call(listAudit, { query: { limit: 100 } })).body
    expect(items.filter(({ action }) => action === 'user.suspended')).toHaveLength(1)
    expect(total).toBe(items.length)
  })
})
