// The rights of a user end while the vendor is asked or the call waits, before anything is saved.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseFacebookAccount, connectAdAccounts } from '#contract/integrations/ad-accounts.ts'
import {
  deleteIntegration,
  finishConnect,
  getHubspotToken,
  listIntegrations,
  refreshIntegration,
  startConnect,
  type Integration,
} from '#contract/integrations/integrations.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { teammateOf } from '#server/testing/team.ts'
import { changeClient, changeUser } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, consent, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { whileWaiting } from '#server/testing/waiting.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let ana: TestUser
let login: VendorAccount
let undecided: string
let adaccount: string
let portal: Integration
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  ana = await teammateOf(world, maya, { name: 'Ana', role: 'admin' })
  login = await openAccount(world, 'facebook', { name: 'Maya at work' })
  const business = await atVendor<{ adAccounts: string[] }>(world, 'facebook', `/accounts/${login.id}/businesses`, {
    body: { name: 'Harbor Group', adAccounts: ['Harbor main', 'Harbor trial'].map((name) => ({ name, currency: 'EUR' })) },
  })
  adaccount = business.adAccounts[0] ?? ''
  undecided = (await connect(maya, 'facebook', login)).id
  portal = await connect(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal' }))
  await settled(maya, portal.id)
  portal = await integrationOf(maya, portal.id)
})
afterAll(() => world.close())

const become = (change: { role?: string; status?: string }) => (tx: Tx) =>
  tx.updateTable('app_user').set(change).where('client_id', '=', ana.user.clientId).where('id', '=', ana.user.id).execute()

const accountBecomes = (status: string) => (tx: Tx) =>
  tx.updateTable('client').set({ status }).where('client_id', '=', ana.user.clientId).execute()

type Answer = Promise<{ status: number; error: { code: string } }>

const calls: [string, () => Promise<() => Answer>][] = [
  [
    'connects by a key',
    async () => {
      const { connect: fields } = await openAccount(world, 'active_campaign', { name: 'Late', people: 1 })
      return () => ana.call(startConnect, { params: { type: 'active_campaign' }, body: { fields } })
    },
  ],
  [
    'comes back from the vendor',
    async () => {
      const body = await consent(ana, 'hubspot', await openAccount(world, 'hubspot', { name: 'Late portal' }))
      return () => ana.call(finishConnect, { params: { type: 'hubspot' }, body })
    },
  ],
  [
    'chooses an ad account',
    async () => () => ana.call(chooseFacebookAccount, { body: { integration_id: undecided, adaccount } }),
  ],
  [
    'connects several ad accounts',
    async () => () => ana.call(connectAdAccounts, { params: { id: undecided }, body: { adaccounts: [{ adaccount }] } }),
  ],
  ['checks our access', async () => () => ana.call(refreshIntegration, { params: { id: portal.id } })],
  ['reads an access token', async () => () => ana.call(getHubspotToken, { query: { hub_id: portal.hub_id ?? '' } })],
  ['disconnects a source', async () => () => ana.call(deleteIntegration, { params: { id: portal.id }, query: {} })],
]

describe('A user whose rights end while the call is under way', () => {
  it.each(calls)('%s, and nothing is saved', async (_what, prepare) => {
    const before = (await maya.call(listIntegrations, { query: {} })).body.items
    const codes: string[] = []
    for (const meanwhile of [
      become({ role: 'user' }),
      become({ status: 'SUSPENDED' }),
      become({ status: 'DELETED' }),
      accountBecomes('suspended'),
      accountBecomes('closed'),
    ]) {
      const call = await prepare()
      codes.push((await whileWaiting(world, { clientId: ana.user.clientId, call }, meanwhile)).error.code)
      await changeUser(world, ana, { role: 'admin', status: 'ACTIVE' })
      await changeClient(world, maya, { status: 'active' })
    }
    expect(codes).toEqual(['FORBIDDEN', 'USER_SUSPENDED', 'UNAUTHENTICATED', 'CLIENT_SUSPENDED', 'CLIENT_SUSPENDED'])
    expect((await maya.call(listIntegrations, { query: {} })).body.items).toEqual(before)
  })
})

describe('A source that is disconnected while an access token is read', () => {
  it('hands out none', async () => {
    const call = () => ana.call(getHubspotToken, { query: { hub_id: portal.hub_id ?? '' } })
    const leave = (tx: Tx) =>
      tx
        .updateTable('integration')
        .set({ status: 'disconnected' })
        .where('client_id', '=', portal.client_id)
        .where('id', '=', portal.id)
        .execute()
    const { status, body } = await whileWaiting(world, { clientId: ana.user.clientId, call }, leave)
    expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('access_token')])
  })
})
