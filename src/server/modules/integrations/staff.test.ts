// What staff see of the sources of an account, and what the account sees of staff.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { checkIntegrationStatus } from '#contract/integrations/configs.ts'
import { listEvents } from '#contract/events/events.ts'
import {
  listIntegrationModels,
  listIntegrations,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import { getLineage, listContacts, listCrmLists } from '#contract/crm/records.ts'
import { getReconciliation, listRejects, listRuns } from '#contract/syncs/runs.ts'
import { newId } from '#server/platform/ids.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { insertIntegration } from '#server/testing/vendors/integrations.ts'

let world: World
let priya: TestUser
let noor: TestUser
let source: Integration
beforeAll(async () => {
  world = await startWorld()
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
  noor = await signUpStaff(world)
  source = await connect(priya, 'ghl', await openAccount(world, 'ghl', { name: 'Brightsmile', people: 5, deals: 2 }))
  await settled(priya, source.id)
  const { clientId } = priya.user
  await world.database.asSystem('test: a sheet of Priya, and a row without an id of its own', async (tx) => {
    await insertIntegration(tx, {
      client_id: clientId,
      type: 'google',
      name: 'Ads',
      status: 'active',
      account: 'Priya Raman',
      manager_account: 'priya.raman@brightsmile.example.com',
    })
    await sql`update integration set account = 'priya@brightsmile.example.com' where id = ${source.id}`.execute(tx)
    await sql`insert into sync_reject (client_id, integration_id, object, external_id, run_id, code, reason, payload)
      select client_id, integration_id, 'contact', 'kaya@example.com', id, 'bad_date', 'The date cannot be read.', '{"name":"Kaya"}'
      from sync_run where integration_id = ${source.id} limit 1 on conflict do nothing`.execute(tx)
  })
})
afterAll(() => world.close())

const ofPriya = () => ({ client_id: priya.user.clientId })
const of = () => ({ integration_id: source.id })

describe('Staff [ADMIN-03]', () => {
  it('see the sources of an account, its login masked [API-07]', async () => {
    const { items, total } = (await noor.call(listIntegrations, { query: ofPriya() })).body
    expect(total).toBe(2)
    expect(items[0]?.manager_account).toMatch(/^p•+@b•+\.com$/)
    expect(items.map(({ name, account }) => [name, account])).toEqual([
      ['Ads', 'P•••• R••••'],
      [source.name, expect.stringMatching(/^p•+@b•+\.com$/)],
    ])
    expect(items[1]?.last_run?.actor).toMatch(/^p•+@e•+\.com$/)
    expect((await noor.call(listIntegrations, { query: {} })).body).toEqual({ items: [], total: 0 })
    expect((await noor.call(listIntegrations, { query: { client_id: newId() } })).body.total).toBe(0)
  })

  it('see them as rows, with the health of each [API-08] [API-18]', async () => {
    const models = (await noor.call(listIntegrationModels, { query: ofPriya() })).body.items
    expect(models.find(({ id }) => id === source.id)).toMatchObject({ connected: true, refresh_token: null, auth_token: null })
    const health = (await noor.call(checkIntegrationStatus, { query: ofPriya() })).body.items
    expect(health.find(({ integration_id: id }) => id === source.id)).toMatchObject({ status: 'active', percent: 100 })
  })

  it('see the names and sizes of lists [API-13]', async () => {
    const theirs = (await noor.call(listCrmLists, { query: ofPriya() })).body
    expect(theirs).toEqual((await priya.call(listCrmLists, { query: {} })).body)
    expect(theirs.total).toBeGreaterThan(0)
  })

  it('see the runs, counts and rejected rows of a source by its id, without email addresses', async () => {
    const runs = (await noor.call(listRuns, { params: of(), query: {} })).body
    expect(runs.items).toMatchObject([{ status: 'done', actor: expect.stringMatching(/^p•+@e•+\.com$/) }])
    const counts = (await noor.call(getReconciliation, { params: of() })).body.items
    expect(counts.map(({ own_count: own }) => own)).toEqual([5, 2])
    const rejects = (await noor.call(listRejects, { params: of(), query: {} })).body
    expect(rejects).toMatchObject({ total: 1, items: [{ external_id: expect.stringMatching(/^k•+@e•+\.com$/) }] })
    expect(JSON.stringify(rejects)).not.toContain('Kaya')
    const unknown = { integration_id: newId() }
    expect((await noor.call(listRuns, { params: unknown, query: {} })).status).toBe(404)
    expect((await noor.call(getReconciliation, { params: unknown })).status).toBe(404)
  })

  it('see in its audit log and its events what was done to a source, with the login in its name masked', async () => {
    const { version } =
      (await priya.call(listIntegrations, { query: {} })).body.items.find(({ id }) => id === source.id) ?? source
    const named = { name: 'priya@brightsmile.example.com', version }
    expect((await priya.call(updateIntegrationModel, { params: { id: source.id }, body: named })).status).toBe(200)
    await runToEnd(priya, source.id)
    const masked = expect.stringMatching(/^p•+@b•+\.com$/)
    const log = { ...ofPriya(), object_type: 'integration', object_id: source.id, limit: 100 }
    const entries = (await noor.call(listAudit, { query: log })).body.items
    expect(new Set(entries.map(({ objectName }) => objectName))).toEqual(new Set([masked]))
    expect(JSON.stringify(entries)).not.toContain('brightsmile.example')
    const query = { ...ofPriya(), event: 'sync_started', limit: 1 } as const
    expect((await noor.call(listEvents, { query })).body.items).toMatchObject([{ object: masked }])
    const own = (await priya.call(listAudit, { query: { object_type: 'integration', object_id: source.id, limit: 1 } })).body
    expect(own.items).toMatchObject([{ objectName: 'priya@brightsmile.example.com' }])
  })

  it('see none of its contacts', async () => {
    const [contact] = (await priya.call(listContacts, { query: {} })).body.items
    expect((await noor.call(listContacts, { query: {} })).status).toBe(403)
    expect((await noor.call(getLineage, { params: { id: contact?.id ?? '' } })).status).toBe(403)
  })
})

describe('The reason why a run failed', () => {
  it('is shown to the account as a text, and to staff also with the technical detail [ADMIN-03] [API-16]', async () => {
    await atVendor(world, 'ghl', '/faults', { body: { kind: 'odd_shape', times: 1, path: '/contacts' } })
    const failed = await runToEnd(priya, source.id)
    expect(failed).toMatchObject({ status: 'failed', error_kind: 'bad_answer' })
    const query = { event: 'sync_failed', ...ofPriya() }
    const ofHers = (await priya.call(listIntegrations, { query: {} })).body.items.find(({ id }) => id === source.id)
    const shown = [failed, ofHers?.last_run, (await priya.call(listEvents, { query })).body.items[0]]
    expect(shown.map((one) => one && 'technical' in one)).toEqual([false, false, false])
    const [run] = (await noor.call(listRuns, { params: of(), query: {} })).body.items
    expect(run).toMatchObject({ error_text: failed.error_text, technical: expect.stringMatching(/^[\w.]+: Invalid input/) })
    expect((await noor.call(listEvents, { query })).body.items).toMatchObject([{ technical: run?.technical }])
    expect(await runToEnd(noor, source.id)).toMatchObject({ status: expect.stringMatching(/^done/), technical: null })
  })
})

describe('An account [API-16]', () => {
  it('sees staff as one name, at a source and in its runs', async () => {
    const run = await runToEnd(noor, source.id)
    expect(run).toMatchObject({ origin: 'staff', actor: noor.email })
    const [newest] = (await priya.call(listRuns, { params: of(), query: {} })).body.items
    expect(newest).toMatchObject({ id: run.id, origin: 'staff', actor: 'Tributary staff' })
    const { items } = (await priya.call(listIntegrations, { query: {} })).body
    expect(items.find(({ id }) => id === source.id)?.last_run).toMatchObject({ id: run.id, actor: 'Tributary staff' })
    const shown = (await noor.call(listIntegrations, { query: ofPriya() })).body.items
    expect(shown.find(({ id }) => id === source.id)?.last_run?.actor).toBe(noor.email)
  })
})
