// A source is reconnected at the same moment as it, or another source of the same login, is disconnected.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAdAccounts } from '#contract/integrations/ad-accounts.ts'
import { deleteIntegration, finishConnect, type Integration } from '#contract/integrations/integrations.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, consent, goAndComeBack, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let ana: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  ana = await teammateOf(world, maya, { name: 'Ana', role: 'admin' })
})
afterAll(() => world.close())

const type = 'facebook'

/** A login whose ad accounts are all connected. */
const connected = async (count: number): Promise<{ login: VendorAccount; sources: Integration[] }> => {
  const login = await openAccount(world, type, { name: 'Maya at work' })
  const adAccounts = Array.from({ length: count }, (_, ref) => ({ name: `Harbor ${ref}`, currency: 'EUR' }))
  const body = { name: 'Harbor Group', adAccounts }
  const business = await atVendor<{ adAccounts: string[] }>(world, type, `/accounts/${login.id}/businesses`, { body })
  const { id } = await connect(maya, type, login)
  const adaccounts = business.adAccounts.map((adaccount) => ({ adaccount }))
  const { body: made } = await maya.call(connectAdAccounts, { params: { id }, body: { adaccounts } })
  for (const source of made.items) await settled(maya, source.id)
  return { login, sources: made.items }
}

/** As sources were before logins were shared: with their own grant. */
const giveOwnGrant = ({ id, client_id: clientId }: Integration) =>
  world.database.asSystem('test: a grant for one source', async (tx) => {
    const grantId = newId()
    await sql`insert into integration_secret (client_id, id, type) values (${clientId}, ${grantId}, ${type})`.execute(tx)
    await sql`update integration_access set grant_id = ${grantId} where client_id = ${clientId} and integration_id = ${id}`.execute(
      tx,
    )
  })

const grantsLeft = ({ client_id: clientId }: Integration) =>
  world.database.asSystem('test: grants that nobody reads with', async (tx) => {
    const { rows } = await sql`select id from integration_secret where client_id = ${clientId} and id not in (
      select grant_id from integration_access where client_id = ${clientId})`.execute(tx)
    return rows
  })

const leave = ({ id }: Integration) => ana.call(deleteIntegration, { params: { id }, query: {} })

/** All calls wait, directly or indirectly, until the lock on the source is released. */
const whileLocked = async <T>({ id, client_id: clientId }: Integration, asks: readonly (() => Promise<T>)[]): Promise<T[]> => {
  const { calls } = await world.database.asSystem('test: hold a source', async (tx) => {
    await sql`select id from integration where client_id = ${clientId} and id = ${id} for no key update`.execute(tx)
    const calls: Promise<T>[] = []
    for (const ask of asks) {
      calls.push(ask())
      const waiting = sql`with recursive stopped(pid) as (select pg_backend_pid() union
        select waiting.pid from stopped, (select distinct pid from pg_locks where not granted) as waiting
        where stopped.pid = any(pg_blocking_pids(waiting.pid))) select pid from stopped where pid <> pg_backend_pid()`
      await eventually(async () => ((await waiting.execute(tx)).rows.length >= calls.length ? true : undefined))
    }
    return { calls }
  })
  return Promise.all(calls)
}

describe('A source with its own grant that Maya reconnects while Ana disconnects it', () => {
  const both = async (order: 'reconnected first' | 'disconnected first') => {
    const { login, sources } = await connected(2)
    const [source] = sources as [Integration]
    await giveOwnGrant(source)
    const body = await consent(maya, type, login, source.id)
    const asks = [
      async () => (await maya.call(finishConnect, { params: { type }, body })).status,
      async () => (await leave(source)).status,
    ]
    const statuses = await whileLocked(source, order === 'reconnected first' ? asks : asks.toReversed())
    expect(statuses).toEqual([200, 200])
    expect(await grantsLeft(source)).toEqual([])
    return (await integrationOf(maya, source.id)).status
  }

  it('is disconnected if Maya was second: there is no deadlock [SYNC-11]', async () => {
    expect(await both('reconnected first')).toBe('disconnected')
  })

  it('is active if Maya was first [SYNC-09]', async () => {
    expect(await both('disconnected first')).toBe('active')
  })

  it('ends in one of the two states in every attempt', async () => {
    const { login, sources } = await connected(2)
    const [source] = sources as [Integration]
    for (let time = 0; time < 6; time += 1) {
      await giveOwnGrant(source)
      const [again, left] = await Promise.all([goAndComeBack(maya, type, login, source.id), leave(source)])
      expect([again.status, left.status]).toEqual([200, 200])
      expect(await grantsLeft(source)).toEqual([])
      if ((await integrationOf(maya, source.id)).status === 'disconnected') await goAndComeBack(maya, type, login, source.id)
    }
  })
})

describe('A disconnected source that two users reconnect while one of them disconnects it', () => {
  it.each(['hubspot', 'ghl'] as const)('answers each of them: there is no deadlock [SYNC-11] (%s)', async (vendor) => {
    const account = await openAccount(world, vendor, { name: 'Harbor portal', people: 1 })
    const source = await connect(maya, vendor, account)
    await settled(maya, source.id)
    for (let time = 0; time < 3; time += 1) {
      await leave(source)
      const bodies = [await consent(maya, vendor, account, source.id), await consent(ana, vendor, account, source.id)] as const
      const finish = (user: TestUser, body: (typeof bodies)[number]) => async () =>
        (await user.call(finishConnect, { params: { type: vendor }, body })).status
      const statuses = await whileLocked(source, [
        finish(maya, bodies[0]),
        async () => (await leave(source)).status,
        finish(ana, bodies[1]),
      ])
      expect(statuses).toEqual([200, 200, 200])
      // The database does not say in which order those who wait go on.
      expect(['active', 'disconnected']).toContain((await integrationOf(maya, source.id)).status)
    }
  })
})

describe('Another source of the login that lost its access', () => {
  it.each(['own', 'shared'] as const)(
    'stays disconnected if Ana disconnects it while Maya reconnects the first; its grant: %s [SYNC-11]',
    async (grant) => {
      const { login, sources } = await connected(2)
      const [source, other] = sources as [Integration, Integration]
      if (grant === 'own') await giveOwnGrant(other)
      await world.database.asSystem('test: access is lost', (tx) =>
        sql`update integration set status = 'error' where id = ${other.id}`.execute(tx),
      )
      const body = await consent(maya, type, login, source.id)
      const statuses = await whileLocked(other, [
        async () => (await leave(other)).status,
        async () => (await maya.call(finishConnect, { params: { type }, body })).status,
      ])
      expect(statuses).toEqual([200, 200])
      expect((await integrationOf(maya, source.id)).status).toBe('active')
      expect((await integrationOf(maya, other.id)).status).toBe('disconnected')
      expect(await grantsLeft(source)).toEqual([])
    },
  )
})
