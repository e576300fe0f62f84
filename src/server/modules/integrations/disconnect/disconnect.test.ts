import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import {
  deleteIntegration,
  finishConnect,
  getHubspotToken,
  listIntegrationModels,
  listIntegrations,
  refreshIntegration,
  type Integration,
} from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listContacts } from '#contract/crm/records.ts'
import { startRun } from '#contract/syncs/runs.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, consent } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openRun } from '../../syncs/start/open-run.ts'
import { integrationJobs } from '../jobs.ts'
import { eraseIntegration } from './delete-data.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

type DisconnectQuery = { dry_run?: boolean; erase?: 'later' | 'now'; reason?: string }
const disconnect = (user: TestUser, { id }: Pick<Integration, 'id'>, query: DisconnectQuery = {}) =>
  user.call(deleteIntegration, { params: { id }, query: query as never })
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const listed = async (user: TestUser, { id }: Pick<Integration, 'id'>) =>
  (await user.call(listIntegrations, { query: {} })).body.items.find((one) => one.id === id)

/** A portal of five contacts and two deals, synced completely. */
const withPortal = async (user: TestUser, name: string): Promise<{ portal: VendorAccount; source: Integration }> => {
  const portal = await openAccount(world, 'hubspot', { name, people: 5, deals: 2 })
  const source = await connect(user, 'hubspot', portal)
  await settled(user, source.id)
  return { portal, source }
}

const isRevokedAtVendor = (portal: VendorAccount): boolean => {
  const vendors = new DatabaseSync(join(world.dataDir, 'sandbox', 'vendors.sqlite'), { readOnly: true })
  const rows = vendors.prepare('select revoked from token where account = ?').all(portal.id)
  vendors.close()
  return rows.length > 0 && rows.every(({ revoked }) => revoked === 1)
}

const hasKeys = async ({ id }: Pick<Integration, 'id'>): Promise<boolean> =>
  world.database.asSystem('test: keys', async (tx) => {
    const { rows } = await sql`select 1 from integration_access where integration_id = ${id}`.execute(tx)
    return rows.length > 0
  })

describe('Disconnecting [API-07] [SYNC-11]', () => {
  it('can be previewed: a dry run counts what is stored, and changes nothing', async () => {
    const { source } = await withPortal(maya, 'Dry portal')
    const told = await disconnect(maya, source, { dry_run: true })
    expect(told.body).toMatchObject({ status: 'active', held: { contacts: 5, opportunities: 2, payloads: 7, spend_days: 0 } })
    expect(told.body.held.stage_events).toBeGreaterThan(1)
    const days = (Date.parse(told.body.erase_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    expect(await listed(maya, source)).toMatchObject({ status: 'active', erase_at: null })
    expect(await hasKeys(source)).toBe(true)
  })

  it('ends our access immediately, and soon at the vendor too, and keeps synced data for 30 days', async () => {
    const { portal, source } = await withPortal(maya, 'First portal')
    const done = await disconnect(maya, source)
    expect(done).toMatchObject({ status: 200, body: { status: 'disconnected', held: { contacts: 5 } } })
    expect(await hasKeys(source)).toBe(false)
    await eventually(async () => isRevokedAtVendor(portal) || undefined)
    expect(await listed(maya, source)).toMatchObject({ status: 'disconnected', erase_at: done.body.erase_at, next_run_at: null })
    const models = (await maya.call(listIntegrationModels, { query: {} })).body.items
    expect(models.find(({ id }) => id === source.id)?.connected).toBe(false)
    expect((await maya.call(listContacts, { query: { integration_id: source.id } })).body.total).toBe(5)
    const events = await maya.call(listEvents, { query: { event: 'integration_disconnected', limit: 1 } })
    expect(events.body.items).toMatchObject([{ actor: maya.email, origin: 'user', object: 'HubSpot, first-portal.example.com' }])
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.disconnected', limit: 1 } })).body
    expect(items).toMatchObject([{ actorId: maya.user.id, objectId: source.id, diff: { contacts: [null, 5] }, reason: null }])
  })

  it('leaves nothing to be synced, refreshed, returned or disconnected', async () => {
    const { portal, source } = await withPortal(maya, 'Second portal')
    await disconnect(maya, source)
    const answers = [
      await maya.call(startRun, { params: { integration_id: source.id }, body: {} }),
      await maya.call(refreshIntegration, { params: { id: source.id } }),
      await disconnect(maya, source),
    ]
    expect(answers.map((answer) => refusal(answer).join(' '))).toEqual(Array(3).fill('409 ACTION_NOT_ALLOWED'))
    const token = await maya.call(getHubspotToken, { query: { hub_id: portal.id } })
    expect(refusal(token)).toEqual([404, 'NOT_FOUND'])
  })

  it('is undone by connecting the same account again: synced data is still there', async () => {
    const { portal, source } = await withPortal(maya, 'Third portal')
    await disconnect(maya, source)
    const body = await consent(maya, 'hubspot', portal)
    const again = await maya.call(finishConnect, { params: { type: 'hubspot' }, body })
    expect(again.body.integration).toMatchObject({ id: source.id, status: 'active', erase_at: null, contacts: 5 })
    expect(await settled(maya, source.id)).toMatchObject({ kind: 'incremental', status: 'done' })
  })

  it('stops a run that is under way', async () => {
    const { source } = await withPortal(maya, 'Busy portal')
    await atVendor(world, 'hubspot', '/faults', { body: { kind: 'stall' } })
    await maya.call(startRun, { params: { integration_id: source.id }, body: { kind: 'full' } })
    expect((await disconnect(maya, source)).status).toBe(200)
    await atVendor(world, 'hubspot', '/faults', { method: 'DELETE' })
    expect((await settled(maya, source.id)).status).toBe('canceled')
    expect((await listed(maya, source))?.status).toBe('disconnected')
  })

  it('ends a waiting run, and records that [API-16]', async () => {
    const { source } = await withPortal(maya, 'Waiting portal')
    const noWorker = { enqueue: async () => {} }
    const params = { kind: 'incremental', origin: 'schedule', actor: null } as const
    await world.database.asSystem('test: a run that nobody takes up', (tx) =>
      openRun(tx, noWorker, { clientId: source.client_id, integrationId: source.id, ...params }),
    )
    await disconnect(maya, source)
    expect((await settled(maya, source.id)).status).toBe('canceled')
    const events = await maya.call(listEvents, { query: { event: 'sync_canceled', limit: 1 } })
    expect(events.body.items).toMatchObject([
      { origin: 'schedule', actor: null, object: 'HubSpot, waiting-portal.example.com', counts: { records: 0 } },
    ])
  })

  it('with erasing deletes everything now, the source itself included, and nothing of others', async () => {
    const kept = (await withPortal(maya, 'Kept portal')).source
    const { source } = await withPortal(maya, 'Erased portal')
    expect((await disconnect(maya, source, { erase: 'now' })).body).toMatchObject({ status: 'erasing', held: { contacts: 5 } })
    await eventually(async () => ((await listed(maya, source)) === undefined ? true : undefined))
    const left = await world.database.asSystem('test: what is left', async (tx) => {
      const { rows } = await sql<{ n: number }>`select (select count(*) from contact where data_source_id = ${source.id})
        + (select count(*) from opportunity where data_source_id = ${source.id})
        + (select count(*) from record_payload where data_source_id = ${source.id})
        + (select count(*) from sync_run where integration_id = ${source.id}) as n`.execute(tx)
      return rows[0]?.n
    })
    expect(left).toBe(0)
    expect((await maya.call(listContacts, { query: { integration_id: kept.id } })).body.total).toBe(5)
    expect(refusal(await maya.call(listContacts, { query: { integration_id: source.id } }))).toEqual([404, 'NOT_FOUND'])
    const events = await maya.call(listEvents, { query: { event: 'integration_erased' } })
    expect(events.body.items).toMatchObject([{ origin: 'system', object: 'HubSpot, erased-portal.example.com' }])
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.erasing' } })).body
    expect(items).toMatchObject([{ objectId: source.id }])
  })

  it('ends with erasing automatically when the 30 days are over, and not before', async () => {
    const { source } = await withPortal(maya, 'Forgotten portal')
    await disconnect(maya, source)
    const sweep = async () => {
      const due = integrationJobs({ ...world, log: pino({ level: 'silent' }) }).find(
        ({ job }) => job.name === 'integration.erase_due',
      )
      await due?.handle({}, new AbortController().signal)
    }
    const daysPass = (days: number) =>
      world.database.asSystem('test: time passes', (tx) =>
        sql`update integration set erase_at = erase_at - make_interval(days => ${days}) where id = ${source.id}`.execute(tx),
      )
    await daysPass(29)
    await sweep()
    expect((await maya.call(listContacts, { query: { integration_id: source.id } })).body.total).toBe(5)
    await daysPass(1)
    await sweep()
    await eventually(async () => ((await listed(maya, source)) === undefined ? true : undefined))
  })

  it('can still be turned into erasing during the 30 days', async () => {
    const { source } = await withPortal(maya, 'Late portal')
    await disconnect(maya, source)
    expect((await disconnect(maya, source, { erase: 'now' })).body.status).toBe('erasing')
    await eventually(async () => ((await listed(maya, source)) === undefined ? true : undefined))
  })
})

describe('Connecting again while a source is being erased [SYNC-06] [SYNC-11]', () => {
  /** The time is over, but no worker has erased it yet. */
  const overdue = async (name: string) => {
    const made = await withPortal(maya, name)
    await disconnect(maya, made.source)
    await world.database.asSystem('test: the 30 days are over', (tx) =>
      sql`update integration set erase_at = now() - interval '1 hour' where id = ${made.source.id}`.execute(tx),
    )
    return { ...made, ref: { clientId: made.source.client_id, integrationId: made.source.id } }
  }

  const held = ({ id }: Integration) =>
    world.database.asSystem('test: what is held', async (tx) => {
      const { rows } = await sql<{ contacts: number; payloads: number }>`select
        (select count(*) from contact where data_source_id = ${id}) as contacts,
        (select count(*) from record_payload where data_source_id = ${id}) as payloads`.execute(tx)
      return rows[0]
    })

  it.each([
    ['deliveries', 1, { contacts: 5, payloads: 0 }],
    ['people', 2, { contacts: 0, payloads: 0 }],
  ])('reads everything from the beginning once %s are gone', async (what, pieces, left) => {
    const { portal, source, ref } = await overdue(`Half erased portal: ${what}`)
    let piece = 0
    const stopping = Object.assign(new AbortController().signal, {
      throwIfAborted() {
        piece += 1
        if (piece > pieces) throw new Error('The process ends')
      },
    })
    await expect(eraseIntegration(world, ref, stopping)).rejects.toThrow('The process ends')
    expect(await held(source)).toEqual(left)

    const body = await consent(maya, 'hubspot', portal)
    const again = await maya.call(finishConnect, { params: { type: 'hubspot' }, body })
    expect(again.body.integration).toMatchObject({ id: source.id, status: 'active', erase_at: null })
    expect(await settled(maya, source.id)).toMatchObject({ kind: 'full', status: 'done' })
    expect(await held(source)).toEqual({ contacts: 5, payloads: 7 })
  })

  it('does not wait for the rows that are left, regardless of their number', async () => {
    const { portal, source } = await overdue('Large half erased portal')
    await world.database.asSystem('test: the deliveries are gone', (tx) =>
      sql`delete from record_payload where data_source_id = ${source.id}`.execute(tx),
    )
    const body = await consent(maya, 'hubspot', portal)
    await world.database.asSystem('test: whoever goes through the people waits', async (tx) => {
      await sql`select id from contact where client_id = ${source.client_id} and data_source_id = ${source.id} for update`.execute(
        tx,
      )
      expect((await maya.call(finishConnect, { params: { type: 'hubspot' }, body })).status).toBe(200)
    })
    expect(await settled(maya, source.id)).toMatchObject({ kind: 'full', status: 'done', created: 0, changed: 7 })
    expect(await held(source)).toEqual({ contacts: 5, payloads: 7 })
  })

  it('creates a new source if it was erased while Maya was at the vendor', async () => {
    const { portal, source } = await withPortal(maya, 'Portal that is gone')
    const body = await consent(maya, 'hubspot', portal, source.id)
    await disconnect(maya, source, { erase: 'now' })
    await eventually(async () => ((await listed(maya, source)) === undefined ? true : undefined))
    const again = await maya.call(finishConnect, { params: { type: 'hubspot' }, body })
    expect(again).toMatchObject({ status: 200, body: { integration: { status: 'active', hub_id: source.hub_id } } })
    const { integration } = again.body
    expect(integration.id).not.toBe(source.id)
    expect(await settled(maya, integration.id)).toMatchObject({ kind: 'full', status: 'done' })
    expect(await held(integration)).toEqual({ contacts: 5, payloads: 7 })
  })

  it('keeps the remaining data from a worker that was about to erase it', async () => {
    const { source, ref } = await overdue('Contested portal')
    const { erasing } = await world.database.asSystem('test: somebody connects again', async (tx) => {
      await sql`update integration set status = 'active', erase_at = null where id = ${source.id}`.execute(tx)
      const erasing = eraseIntegration(world, ref, new AbortController().signal)
      const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
      await eventually(async () => ((await waiting.execute(tx)).rows.length > 0 ? true : undefined))
      return { erasing }
    })
    await erasing
    expect(await held(source)).toEqual({ contacts: 5, payloads: 7 })
  })
})

describe('Who may disconnect', () => {
  let his: Integration
  beforeAll(async () => {
    his = (await withPortal(jonah, 'Pratt portal')).source
  })

  it('an admin of the account: neither its other users nor other accounts [USER-01]', async () => {
    const { source } = await withPortal(maya, 'Guarded portal')
    expect(refusal(await disconnect(uma, source, { dry_run: true }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await disconnect(maya, his))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await disconnect(maya, his, { dry_run: true }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await disconnect(maya, { id: newId() }))).toEqual([404, 'NOT_FOUND'])
    expect((await disconnect(maya, source, { erase: 'perhaps' as never })).status).toBe(400)
  })

  it('staff, with a reason that the account can read afterwards', async () => {
    expect((await disconnect(steward, his, { dry_run: true })).body.held.contacts).toBe(5)
    const silent = await disconnect(steward, his)
    expect([...refusal(silent), silent.error.field]).toEqual([400, 'VALIDATION_FAILED', 'reason'])
    expect((await listed(jonah, his))?.status).toBe('active')
    const reason = 'The vendor reported a stolen key'
    expect((await disconnect(steward, his, { reason })).body.status).toBe('disconnected')
    expect(await listed(jonah, his)).toMatchObject({ status: 'disconnected', status_reason: reason })
    const { items } = (await jonah.call(listAudit, { query: { action: 'integration.disconnected' } })).body
    expect(items).toMatchObject([{ actorKind: 'staff', actorName: 'Tributary staff', objectId: his.id, reason }])
    const events = await jonah.call(listEvents, { query: { event: 'integration_disconnected' } })
    expect(events.body.items).toMatchObject([{ origin: 'staff', actor: 'Tributary staff' }])
    expect(refusal(await disconnect(steward, { id: newId() }, { reason }))).toEqual([404, 'NOT_FOUND'])
    const told = (await jonah.call(listNotifications, { query: {} })).body.items.filter(
      ({ kind }) => kind === 'sync.disconnected',
    )
    expect(told).toMatchObject([{ data: { name: 'HubSpot, pratt-portal.example.com', actor: 'Tributary staff', reason } }])
    const email = await eventually(async () => {
      const response = await fetch(`${world.url}/agencies-api/outbox/letters?limit=50&to=${encodeURIComponent(jonah.email)}`)
      const { items } = (await response.json()) as { items: { subject: string; text: string }[] }
      return items.find(({ subject }) => subject === 'HubSpot, pratt-portal.example.com was disconnected')
    })
    expect(email.text).toContain(reason)
  })

  it('a user, with a reason that staff do not see', async () => {
    const { source } = await withPortal(jonah, 'Ended by Jonah')
    const reason = 'Nadia Nunez asked for it'
    expect((await disconnect(jonah, source, { reason })).body.status).toBe('disconnected')
    expect((await listed(jonah, source))?.status_reason).toBe(reason)
    const { items } = (await steward.call(listIntegrations, { query: { client_id: jonah.user.clientId } })).body
    expect(items.find(({ id }) => id === source.id)).toMatchObject({ status: 'disconnected', status_reason: null })
  })

  it('and erase immediately: only the account itself, not staff', async () => {
    const { source } = await withPortal(jonah, 'Kept from staff')
    const reason = 'Asked for by telephone'
    expect(refusal(await disconnect(steward, source, { erase: 'now', reason }))).toEqual([403, 'FORBIDDEN'])
    expect(await listed(jonah, source)).toMatchObject({ status: 'active', erase_at: null })
    expect((await disconnect(jonah, source, { erase: 'now' })).body.status).toBe('erasing')
  })
})
