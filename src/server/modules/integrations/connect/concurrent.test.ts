// Two users, or one user with two tabs, change the same source at the same time.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseFacebookAccount, chooseGoogleAccount } from '#contract/integrations/ad-accounts.ts'
import { listAudit } from '#contract/audit.ts'
import { replaceConfig, requestSync } from '#contract/integrations/configs.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { startRun } from '#contract/syncs/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { teammateOf } from '#server/testing/team.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connect, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openRun } from '../../syncs/start/open-run.ts'

let world: World
let maya: TestUser
let ana: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  ana = await teammateOf(world, maya, { name: 'Ana', role: 'admin' })
})
afterAll(() => world.close())

type Ads = 'facebook' | 'google'
const choosing = { facebook: chooseFacebookAccount, google: chooseGoogleAccount } as const
const choose = (user: TestUser, type: Ads, body: { integration_id: string; adaccount: string }) =>
  user.call(choosing[type], { body })

/** Sources of a login that reaches two ad accounts. None is chosen yet. */
const undecided = async (type: Ads, count: number) => {
  const login = await openAccount(world, type, { name: 'Maya at work' })
  const adAccounts = ['Harbor main', 'Harbor trial'].map((name) => ({ name, currency: 'EUR' }))
  const business = await atVendor<{ adAccounts: string[] }>(world, type, `/accounts/${login.id}/businesses`, {
    body: { name: 'Harbor Group', adAccounts },
  })
  const [main = '', trial = ''] = business.adAccounts
  const ids: string[] = []
  while (ids.length < count) ids.push((await connect(maya, type, login)).id)
  return { main, trial, ids }
}

/** A call that has to wait for another transaction. */
const during = async <T>(
  change: (tx: Tx) => Promise<unknown>,
  ask: () => Promise<T>,
  goOn?: (tx: Tx) => Promise<unknown>,
): Promise<T> => {
  const { asking } = await world.database.asSystem('test: somebody else is about to be done', async (tx) => {
    await change(tx)
    const asking = ask()
    const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await eventually(async () => ((await waiting.execute(tx)).rows.length > 0 ? true : undefined))
    await goOn?.(tx)
    return { asking }
  })
  return asking
}

describe('Two ad accounts that are chosen at the same time', () => {
  it.each(['facebook', 'google'] as const)(
    'are never read by one source of %s: the second choice is refused [VAL-11]',
    async (type) => {
      const { main, trial, ids } = await undecided(type, 1)
      const [id = ''] = ids
      const answers = await Promise.all([
        choose(maya, type, { integration_id: id, adaccount: main }),
        choose(ana, type, { integration_id: id, adaccount: trial }),
      ])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
      const won = answers.find(({ status }) => status === 200)?.body
      const lost = answers.find(({ status }) => status === 409)?.error
      expect(lost).toMatchObject({ code: 'OTHER_ACCOUNT', detail: expect.stringContaining(`This source reads ${won?.account}.`) })
      await settled(maya, id)
      expect((await integrationOf(maya, id)).hub_id).toBe(won?.hub_id)
      expect(await runsOf(maya, id)).toHaveLength(1)
      const { items } = (await maya.call(listAudit, { query: { action: 'integration.account_chosen', limit: 10 } })).body
      expect(items.filter(({ objectId }) => objectId === id)).toHaveLength(1)
    },
  )

  it('and are the same one become one source: the other choice is refused as already connected [VAL-11]', async () => {
    const { main, ids } = await undecided('facebook', 2)
    const [first = '', second = ''] = ids
    const bind = (tx: Tx) => sql`update integration set hub_id = ${main} where id = ${first}`.execute(tx)
    const { status, error } = await during(bind, () => choose(ana, 'facebook', { integration_id: second, adaccount: main }))
    expect([status, error.code]).toEqual([409, 'OTHER_ACCOUNT'])
    expect(error.detail).toMatch(/already connected as another source/)
  })
})

describe('An ad account that is chosen while the source is disconnected', () => {
  it('is not bound, and nothing is synced', async () => {
    const { main, ids } = await undecided('facebook', 1)
    const [id = ''] = ids
    const leave = (tx: Tx) => sql`update integration set status = 'disconnected' where id = ${id}`.execute(tx)
    const { status } = await during(leave, () => choose(ana, 'facebook', { integration_id: id, adaccount: main }))
    expect(status).toBe(404)
    expect(await integrationOf(maya, id)).toMatchObject({ hub_id: null, last_run: null })
  })
})

describe('Settings that two users change at the same time [API-14] [API-19]', () => {
  let source: Integration
  beforeAll(async () => {
    source = await connect(maya, 'ghl', await openAccount(world, 'ghl', { name: 'Harbor location', people: 2 }))
    await settled(maya, source.id)
  })
  const put = (user: TestUser, settings: Record<string, string[]>) =>
    user.call(replaceConfig, { body: { integration_id: source.id, settings } })

  it('are both saved if they name different ones, in any form of the call', async () => {
    const request = { type: 'ghl', integrationId: source.id, skip_step_function: true }
    for (const word of ['first', 'second', 'third']) {
      const [tags, dispos] = [[`tag ${word}`], [`stage ${word}`]]
      const both = await Promise.all([put(maya, { tags }), put(ana, { dispos })])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect((await integrationOf(maya, source.id)).settings).toEqual({ tags, dispos })

      const [otherTags, otherDispos] = [[`other tag ${word}`], [`other stage ${word}`]]
      const mixed = await Promise.all([
        maya.call(requestSync, { body: { ...request, tags: otherTags } }),
        put(ana, { dispos: otherDispos }),
      ])
      expect(mixed.map(({ status }) => status)).toEqual([202, 200])
      expect((await integrationOf(maya, source.id)).settings).toEqual({ tags: otherTags, dispos: otherDispos })
    }
    await settled(maya, source.id)
  })
})

describe('A run that Ana starts while the settings change', () => {
  const everythingIsOwed = async (name: string): Promise<Integration> => {
    const source = await connect(maya, 'ghl', await openAccount(world, 'ghl', { name, people: 2 }))
    await settled(maya, source.id)
    await world.database.asSystem('test: everything is owed', (tx) =>
      sql`update integration set full_owed = true, syncing = false where id = ${source.id}`.execute(tx),
    )
    return source
  }
  /** Maya holds the source until her run is open; Ana starts a run in between. */
  const askDuring = <T>({ id, client_id: clientId }: Integration, ask: () => Promise<T>): Promise<T> => {
    const hold = (tx: Tx) =>
      sql`select id from integration where client_id = ${clientId} and id = ${id} for no key update`.execute(tx)
    const params = { clientId, integrationId: id, kind: 'full', origin: 'user', actor: maya.email } as const
    return during(hold, ask, (tx) => openRun(tx, world.dispatcher, params))
  }

  it('waits for the change, and is refused if that has started a run', async () => {
    const source = await everythingIsOwed('Busy location')
    const ask = () => ana.call(startRun, { params: { integration_id: source.id }, body: { kind: 'full' } })
    const { status, error } = await askDuring(source, ask)
    expect([status, error.code]).toEqual([409, 'SYNC_RUNNING'])
    expect(await settled(maya, source.id)).toMatchObject({ actor: maya.email, status: 'done' })
  })

  it('is the open run if she uses the sync request [API-19]', async () => {
    const source = await everythingIsOwed('Busier location')
    await world.database.asSystem('test: as if nothing had been read', (tx) =>
      sql`delete from sync_run where integration_id = ${source.id}`.execute(tx),
    )
    const ask = () => ana.call(requestSync, { body: { type: 'ghl', integrationId: source.id } })
    const { status, body } = await askDuring(source, ask)
    const run = await settled(maya, source.id)
    expect([status, body.run_id, run.actor]).toEqual([202, run.id, maya.email])
  })
})
