import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { refreshIntegration, type Integration } from '#contract/integrations/integrations.ts'
import { cancelRun, getReconciliation, listRejects, listRuns, retryRejects, startRun, type Run } from '#contract/syncs/runs.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { askForRun, settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
let portal: VendorAccount
let source: Integration
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  portal = await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 4, deals: 2 })
  source = await connect(maya, 'hubspot', portal)
  await settled(maya, source.id)
})
afterAll(() => world.close())

const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const of = () => ({ integration_id: source.id })
const ask = (user: TestUser, kind?: Run['kind']) => askForRun(user, source.id, kind)
/** As if everything had happened this many minutes earlier. */
const timePasses = (minutes: number): Promise<void> =>
  world.database.asSystem('test: time passes', async (tx) => {
    await sql`update sync_run set created_at = created_at - make_interval(mins => ${minutes})`.execute(tx)
  })
const stall = () => atVendor(world, 'hubspot', '/faults', { body: { kind: 'stall' } })
const goOn = () => atVendor(world, 'hubspot', '/faults', { method: 'DELETE' })

describe('Sync now', () => {
  it('starts a run immediately, which is recorded', async () => {
    const started = await ask(maya)
    expect(started).toMatchObject({
      status: 202,
      body: { kind: 'incremental', origin: 'user', actor: maya.email, status: 'queued' },
    })
    expect((await settled(maya, source.id)).id).toBe(started.body.id)
    const { items } = (await maya.call(listAudit, { query: { action: 'sync.started', limit: 1 } })).body
    expect(items).toMatchObject([{ actorId: maya.user.id, objectId: source.id, diff: { kind: [null, 'incremental'] } }])
  })

  it('starts one run at a time', async () => {
    await stall()
    expect((await ask(maya, 'full')).status).toBe(202)
    expect(refusal(await ask(maya))).toEqual([409, 'SYNC_RUNNING'])
    await goOn()
    expect(await settled(maya, source.id)).toMatchObject({ kind: 'full', status: 'done' })
  })

  it('is limited to once in 15 minutes for users without admin rights; admins need not wait', async () => {
    expect((await ask(uma)).body).toMatchObject({ actor: uma.email })
    await settled(maya, source.id)
    const soon = await ask(uma)
    expect(refusal(soon)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(soon.error.detail).toMatch(/Try again in 15 min/)
    await timePasses(14)
    expect((await ask(uma)).status).toBe(429)
    await timePasses(1)
    expect((await ask(uma)).body).toMatchObject({ actor: uma.email })
    await settled(maya, source.id)
    expect((await ask(uma)).status).toBe(429)
    expect((await ask(maya)).status).toBe(202)
    await settled(maya, source.id)
  })

  it('counts only what Uma started herself, not what Maya, the vendor or the schedule started a moment ago', async () => {
    await timePasses(15)
    const { clientId } = maya.user
    for (const origin of ['schedule', 'webhook'])
      await world.database.asSystem('test: a run that nobody asked for', (tx) =>
        sql`insert into sync_run (client_id, integration_id, kind, origin, status, finished_at)
          values (${clientId}, ${source.id}, 'incremental', ${origin}, 'done', now())`.execute(tx),
      )
    expect((await ask(maya)).status).toBe(202)
    await settled(maya, source.id)
    expect((await ask(uma)).status).toBe(202)
    await settled(maya, source.id)
    expect(refusal(await ask(uma))).toEqual([429, 'TOO_MANY_REQUESTS'])
  })

  it('returns not found for another account, and for a source that does not exist [USER-01]', async () => {
    expect(refusal(await ask(jonah))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(startRun, { params: { integration_id: newId() }, body: {} }))).toEqual([404, 'NOT_FOUND'])
    expect((await maya.call(startRun, { params: of(), body: { kind: 'quick' as never } })).status).toBe(400)
  })
})

describe('The runs of a source', () => {
  it('are listed page by page, the newest first, to every user of the account', async () => {
    const all = (await uma.call(listRuns, { params: of(), query: { size: 100 } })).body
    expect(all.total).toBe(all.items.length)
    const times = all.items.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    const second = (await uma.call(listRuns, { params: of(), query: { page: 2, size: 2 } })).body
    expect(second.items.map(({ id }) => id)).toEqual(all.items.slice(2, 4).map(({ id }) => id))
    expect(all.items.at(-1)).toMatchObject({
      kind: 'full',
      status: 'done',
      percent: 100,
      created: 6,
      rejected: 0,
      is_canceling: false,
    })
    expect(JSON.stringify(all)).not.toMatch(/cursor|lease/)
  })

  it('can be canceled by an admin; saved rows stay', async () => {
    await stall()
    const { body: run } = await ask(maya, 'full')
    expect(refusal(await uma.call(cancelRun, { params: { id: run.id } }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await jonah.call(cancelRun, { params: { id: run.id } }))).toEqual([404, 'NOT_FOUND'])
    const canceled = await maya.call(cancelRun, { params: { id: run.id } })
    expect(canceled.status).toBe(202)
    expect(canceled.body.is_canceling || canceled.body.status === 'canceled').toBe(true)
    await goOn()
    expect(await settled(maya, source.id)).toMatchObject({ id: run.id, status: 'canceled' })
    expect(refusal(await maya.call(cancelRun, { params: { id: run.id } }))).toEqual([409, 'ACTION_NOT_ALLOWED'])
    const { items } = (await maya.call(listAudit, { query: { action: 'sync.cancel_requested' } })).body
    expect(items).toMatchObject([{ actorId: maya.user.id, objectId: source.id }])
    const counts = (await maya.call(getReconciliation, { params: of() })).body.items
    expect(counts.map(({ own_count }) => own_count)).toEqual([4, 2])
  })

  it('are counted on both sides', async () => {
    const { items } = (await uma.call(getReconciliation, { params: of() })).body
    expect(items).toEqual([
      { object: 'contact', vendor_count: 4, own_count: 4, rejected: 0, missing: [], counted_at: expect.any(String), held: null },
      {
        object: 'opportunity',
        vendor_count: 2,
        own_count: 2,
        rejected: 0,
        missing: [],
        counted_at: expect.any(String),
        held: null,
      },
    ])
    expect(refusal(await jonah.call(getReconciliation, { params: of() }))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('Skipped rows', () => {
  const reject = (externalId: string, parked: boolean) =>
    world.database.asSystem('test: a reject', async (tx) => {
      const run = (await uma.call(listRuns, { params: of(), query: { size: 1 } })).body.items[0]
      await sql`insert into sync_reject (client_id, integration_id, object, external_id, run_id, code, reason, payload, attempts, parked_at)
        values (${maya.user.clientId}, ${source.id}, 'contact', ${externalId}, ${run?.id}, 'bad_date', 'The date cannot be read.',
          ${JSON.stringify({ id: externalId })}, 3, ${parked ? new Date() : null})`.execute(tx)
    })

  it('are listed with their reasons, for all runs or for one', async () => {
    await reject('r1', false)
    await reject('r2', true)
    const { items, total } = (await uma.call(listRejects, { params: of(), query: {} })).body
    expect(total).toBe(2)
    expect(items.find(({ external_id }) => external_id === 'r2')).toEqual({
      object: 'contact',
      external_id: 'r2',
      row: null,
      code: 'bad_date',
      reason: 'The date cannot be read.',
      attempts: 3,
      first_at: expect.any(String),
      last_at: expect.any(String),
      parked: true,
      run_id: expect.any(String),
      payload: null,
    })
    const opened = (await maya.call(listRejects, { params: of(), query: {} })).body.items
    expect(opened.find(({ external_id }) => external_id === 'r2')?.payload).toBe('{"id":"r2"}')
    const elsewhere = await uma.call(listRejects, { params: of(), query: { run_id: newId() } })
    expect(elsewhere.body).toEqual({ items: [], total: 0 })
    expect((await uma.call(listRejects, { params: of(), query: { skip: 1, limit: 1 } })).body.items).toHaveLength(1)
    expect(refusal(await jonah.call(listRejects, { params: of(), query: {} }))).toEqual([404, 'NOT_FOUND'])
    const [contacts] = (await uma.call(getReconciliation, { params: of() })).body.items
    expect(contacts?.rejected).toBe(2)
  })

  it('are listed in the order of their numbers, if a run found them together', async () => {
    const { rows } = await world.database.asSystem('test: rows of a sheet', async (tx) => {
      for (const externalId of ['121', '78', 'row nine', '931']) await reject(externalId, false)
      return sql`update sync_reject set last_at = now() + interval '1 hour' where external_id <> all('{r1,r2}') returning 1`.execute(
        tx,
      )
    })
    expect(rows).toHaveLength(4)
    const { items } = (await uma.call(listRejects, { params: of(), query: { limit: 4 } })).body
    expect(items.map(({ external_id }) => external_id)).toEqual(['78', '121', '931', 'row nine'])
    await world.database.asSystem('test: only the first ones', (tx) =>
      sql`delete from sync_reject where external_id <> all('{r1,r2}')`.execute(tx),
    )
  })

  it('are retried when an admin asks, also those that are no longer retried automatically', async () => {
    expect(refusal(await uma.call(retryRejects, { params: of() }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await jonah.call(retryRejects, { params: of() }))).toEqual([404, 'NOT_FOUND'])
    const again = await maya.call(retryRejects, { params: of() })
    expect(again).toMatchObject({ status: 202, body: { kind: 'incremental' } })
    expect(await settled(maya, source.id)).toMatchObject({ id: again.body.id, status: 'done_with_rejects' })
    const { items } = (await maya.call(listRejects, { params: of(), query: {} })).body
    expect(items.every(({ parked, attempts }) => !parked && attempts > 0)).toBe(true)
    const audit = (await maya.call(listAudit, { query: { action: 'sync.rejects_retried' } })).body
    expect(audit.items).toMatchObject([{ actorId: maya.user.id, objectId: source.id }])
    await world.database.asSystem('test: no rejects', (tx) => sql`delete from sync_reject`.execute(tx))
  })
})

describe('The results of runs [API-16] [SYNC-08]', () => {
  let steward: TestUser
  beforeAll(async () => {
    steward = await signUpStaff(world)
    // Otherwise the vendor would report the new contact before the test asks.
    await atVendor(world, 'hubspot', '/webhooks', { method: 'PUT', body: { areLost: true } })
  })
  const newest = async (user: TestUser, event: string) =>
    (await user.call(listEvents, { query: { event, client_id: maya.user.clientId, limit: 1 } })).body.items[0]

  it('are shown with their counts to the account and to staff', async () => {
    await atVendor(world, 'hubspot', `/accounts/${portal.id}/people`, { body: { firstName: 'Nia', email: 'nia@example.com' } })
    await ask(maya)
    const run = await settled(maya, source.id)
    const hers = await eventually(async () => {
      const event = await newest(uma, 'sync_done')
      return event?.counts?.['created'] === 1 ? event : undefined
    })
    const { records, created, changed, deleted, merged, rejected, pages } = run
    expect(hers).toMatchObject({ origin: 'user', actor: maya.email, object: 'HubSpot, harbor-portal.example.com', error: null })
    expect(hers.counts).toEqual({ records, created, changed, deleted, merged, rejected, pages })
    const ours = await newest(steward, 'sync_done')
    expect(ours).toMatchObject({
      id: hers.id,
      counts: hers.counts,
      client_name: 'Harbor Light',
      actor: maya.email,
    })
    expect((await newest(uma, 'sync_started'))?.actor).toBe(maya.email)
    expect(refusal(await jonah.call(listEvents, { query: { client_id: maya.user.clientId } }))).toEqual([404, 'NOT_FOUND'])
  })

  it('are shown with the reason of a failure, also at the source', async () => {
    await atVendor(world, 'hubspot', `/accounts/${portal.id}/tokens`, { body: { do: 'revoke' } })
    await ask(maya)
    const run = await settled(maya, source.id)
    expect(run).toMatchObject({
      status: 'failed',
      error_kind: 'auth_lost',
      error_text: expect.stringMatching(/Reconnect to resume syncing/),
    })
    expect(await newest(uma, 'sync_failed')).toMatchObject({
      error: run.error_text,
      object: 'HubSpot, harbor-portal.example.com',
    })
    expect(await newest(steward, 'sync_failed')).toMatchObject({ error: run.error_text })
    await eventually(async () => (await newest(uma, 'integration_lost')) ?? undefined)
    expect((await maya.call(refreshIntegration, { params: { id: source.id } })).body).toMatchObject({
      status: 'error',
      status_reason: run.error_text,
    })
    // The cause may have been fixed since, so a retry is allowed.
    expect((await ask(maya)).status).toBe(202)
    expect(await settled(maya, source.id)).toMatchObject({ status: 'failed', error_kind: 'auth_lost' })
  })
})
