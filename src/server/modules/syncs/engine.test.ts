import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelRun, getReconciliation, listRejects, retryRejects, type Run } from '#contract/syncs/runs.ts'
import { approveRemoval, askForRun, runsOf, runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { berg } from '#server/connectors/testing/contacts.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { syncJobs } from './jobs.ts'

let stage: Stage
let priya: TestUser
beforeAll(async () => {
  stage = await startStage({ withWebhooks: true })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
  // Webhooks are only delivered in tests about webhooks.
  for (const { sender } of stage.sandbox.installed) sender.faults.areLost = true
})
afterAll(() => stage.close())

interface Connected {
  vendor: PlayedVendor
  account: string
  id: string
  run: Run
}

/** An account with contacts and opportunities, connected and synced once. */
const connected = async (type: 'hubspot' | 'ghl' | 'googlesheet' | 'salesforce', people = 60, deals = 20): Promise<Connected> => {
  const vendor = stage.play(type)
  const account = vendor.newAccount(`Harbor ${type} ${people}`, { people, deals })
  const { id } = await connectToRead(priya, vendor.type, vendor.toConnect(account))
  return { vendor, account, id, run: await settled(priya, id) }
}

const contactsOf = async (integrationId: string) => {
  const { clientId } = priya.user
  const { rows } = await stage.world.database.inClient(clientId, (tx) =>
    sql<{
      external_id: string
      email: string | null
      last_name: string | null
      gone: boolean
      merged: boolean
      payloads: number
    }>`
      select external_id, email, last_name, deleted_at is not null as gone, merged_into is not null as merged,
        (select count(*) from record_payload where record_payload.client_id = ${clientId} and record_id = contact.id) as payloads
      from contact where client_id = ${clientId} and data_source_id = ${integrationId} order by external_id`.execute(tx),
  )
  return new Map(rows.map((row) => [row.external_id, row]))
}

describe('Syncing a source', () => {
  it('brings everything first, and then what changed [SYNC-06]', async () => {
    const { vendor, account, id, run } = await connected('hubspot', 250, 60)
    expect(run).toMatchObject({ kind: 'full', status: 'done', created: 310, changed: 0, percent: 100 })
    const [contact] = vendor.crm.people(account, 1)
    vendor.crm.changePerson(account, contact?.id ?? '', { lastName: 'Holm' }, Date.now())
    const second = await runToEnd(priya, id)
    expect(second).toMatchObject({ kind: 'incremental', status: 'done', created: 0, changed: 1 })
    expect(second.records).toBeLessThan(100)
    expect((await contactsOf(id)).get(contact?.id ?? '')).toMatchObject({ last_name: 'Holm' })
    expect(await integrationOf(priya, id)).toMatchObject({ contacts: 250, opportunities: 60 })
  })

  it('writes nothing when everything is read again', async () => {
    const { id } = await connected('salesforce')
    expect(await runToEnd(priya, id, 'full')).toMatchObject({ status: 'done', created: 0, changed: 0, deleted: 0 })
  })

  it('deletes the personal data of contacts that are deleted at the vendor, and follows merges [SYNC-06]', async () => {
    const { vendor, account, id } = await connected('hubspot')
    const [gone, from, into] = vendor.crm.people(account, 3).map((one) => one.id)
    vendor.crm.removePerson(account, gone ?? '', Date.now())
    vendor.crm.mergePeople?.(account, { from: from ?? '', into: into ?? '' }, Date.now())
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done', deleted: 1, merged: 1 })
    const people = await contactsOf(id)
    expect(people.get(gone ?? '')).toMatchObject({ gone: true, merged: false, email: null, last_name: null, payloads: 0 })
    expect(people.get(from ?? '')).toMatchObject({ gone: true, merged: true, email: null })
    expect(people.get(into ?? '')).toMatchObject({ gone: false })
    expect(await integrationOf(priya, id)).toMatchObject({ contacts: 58 })
  })

  it('keeps vanished contacts until Priya approves a large removal; new contacts are saved meanwhile [SYNC-06]', async () => {
    const { vendor, account, id } = await connected('googlesheet')
    for (const contact of vendor.crm.people(account, 30)) vendor.crm.removePerson(account, contact.id, Date.now())
    vendor.crm.addPerson(account, berg('Ada', Date.now()))
    const held = await runToEnd(priya, id)
    expect(held).toMatchObject({
      status: 'failed',
      error_kind: 'held',
      error_text:
        'The last sync would remove 30 contacts. Nothing has been removed yet. An admin has to approve the removal or keep them.',
    })
    expect(await integrationOf(priya, id)).toMatchObject({
      contacts: 61,
      status: 'active',
      is_failing: false,
      removal: { contacts: 30, opportunities: 0 },
    })
    const asked = { vanished: 30, own: 61, cause: 'vendor', since: expect.any(String), kept: false }
    const counted = async () => (await priya.call(getReconciliation, { params: { integration_id: id } })).body.items[0]
    expect(await counted()).toMatchObject({ object: 'contact', vendor_count: 31, own_count: 61, held: asked })
    // A full resync is not an approval.
    expect(await runToEnd(priya, id, 'sweep')).toMatchObject({ status: 'failed', error_kind: 'held', deleted: 0 })
    expect(await counted()).toMatchObject({ own_count: 61, held: asked })
    expect((await approveRemoval(priya, id)).status).toBe(202)
    // Together with the few opportunities of these contacts.
    expect(await settled(priya, id)).toMatchObject({ status: 'done', deleted: 40 })
    expect(await counted()).toMatchObject({ own_count: 31, held: null })
    expect(await integrationOf(priya, id)).toMatchObject({ removal: null })
  })

  it('counts both sides, and lists the ids that are missing here', async () => {
    const { id } = await connected('ghl')
    const { body } = await priya.call(getReconciliation, { params: { integration_id: id } })
    expect(body.items).toMatchObject([
      { object: 'contact', vendor_count: 60, own_count: 60, missing: [] },
      { object: 'opportunity', vendor_count: 20, own_count: 20, missing: [] },
    ])
  })
})

describe('Invalid rows', () => {
  it('are skipped with their reason and saved once they are valid; the other rows are saved immediately', async () => {
    const { vendor, account, id } = await connected('hubspot')
    const [first] = vendor.crm.people(account, 1)
    // Text about a zero byte is not a zero byte.
    const odd = { legal: String.raw`Odd \u0000 & Co` }
    vendor.crm.changePerson(account, first?.id ?? '', { company: odd as never }, Date.now())
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done_with_rejects', rejected: 1 })
    const listed = await priya.call(listRejects, { params: { integration_id: id }, query: {} })
    expect(listed.body.items).toMatchObject([{ object: 'contact', external_id: first?.id, code: 'bad_shape' }])
    vendor.crm.changePerson(account, first?.id ?? '', { company: 'Even & Co' }, Date.now())
    expect((await priya.call(retryRejects, { params: { integration_id: id } })).status).toBe(202)
    expect(await settled(priya, id)).toMatchObject({ status: 'done' })
    expect((await priya.call(listRejects, { params: { integration_id: id }, query: {} })).body.total).toBe(0)
  })
})

describe('A rejected row', () => {
  it('is saved without a request to the vendor once we can read it', async () => {
    const { vendor, account, id } = await connected('hubspot')
    const [first] = vendor.crm.people(account, 1)
    vendor.crm.changePerson(account, first?.id ?? '', { company: { legal: 'Odd & Co' } as never }, Date.now())
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done_with_rejects', rejected: 1 })
    // As a later version of the product would read it.
    await stage.world.database.asSystem('test: the row is understood', (tx) =>
      sql`update sync_reject set payload = replace(payload, '{"legal":"Odd & Co"}', '"Odd & Co"') where integration_id = ${id}`.execute(
        tx,
      ),
    )
    vendor.faults.add({ kind: 'odd_shape', path: '/objects/contacts' })
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'failed', error_kind: 'bad_answer', changed: 1 })
    vendor.faults.clear()
    expect((await priya.call(listRejects, { params: { integration_id: id }, query: {} })).body.total).toBe(0)
  })
})

describe('A run', () => {
  it('can be canceled while we wait for the vendor; the next run continues from the saved data [SYNC-07]', async () => {
    const { vendor, id } = await connected('hubspot')
    vendor.faults.add({ kind: 'stall' })
    const { body } = await askForRun(priya, id, 'full')
    expect((await askForRun(priya, id)).error).toMatchObject({ code: 'SYNC_RUNNING' })
    await eventually(async () => ((await runsOf(priya, id))[0]?.status === 'running' ? true : undefined))
    expect((await priya.call(cancelRun, { params: { id: body.id } })).status).toBe(202)
    vendor.faults.clear()
    expect(await settled(priya, id)).toMatchObject({ id: body.id, status: 'canceled' })
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done' })
  })

  it('is started by the schedule once for each due time [SYNC-06]', async () => {
    const { id } = await connected('ghl', 10, 2)
    const { database, dispatcher, vendors } = stage.world
    const { clientId } = priya.user
    await database.asSystem('test: the time has come', (tx) =>
      sql`update integration set next_run_at = now() - interval '1 minute' where client_id = ${clientId} and id = ${id}`.execute(
        tx,
      ),
    )
    const clock = syncJobs({ database, dispatcher, vendors, log: pino({ level: 'silent' }) }).find(
      ({ job }) => job.name === 'sync.clock',
    )
    await Promise.all([1, 2].map(async () => clock?.handle({}, new AbortController().signal)))
    expect(await settled(priya, id)).toMatchObject({ status: 'done', origin: 'schedule', kind: 'incremental' })
    expect(await runsOf(priya, id)).toHaveLength(2)
    const { next_run_at: next } = await integrationOf(priya, id)
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now() + 20 * 60_000)
  })
})

describe('Webhook events', () => {
  it('may come twice and in the wrong order: each is processed once, and the current record counts', async () => {
    const { vendor, account, id } = await connected('hubspot')
    Object.assign(vendor.sender.faults, { areLost: false, duplicates: 2, isReversed: true })
    const [changed, gone] = vendor.crm.people(account, 2).map((one) => one.id)
    vendor.crm.changePerson(account, changed ?? '', { lastName: 'Holm' }, Date.now())
    vendor.crm.changePerson(account, gone ?? '', { lastName: 'Lost' }, Date.now())
    vendor.crm.removePerson(account, gone ?? '', Date.now())
    const people = await eventually(async () => {
      const all = await contactsOf(id)
      return all.get(gone ?? '')?.gone && all.get(changed ?? '')?.last_name === 'Holm' ? all : undefined
    })
    expect([...people.values()].filter((one) => !one.gone)).toHaveLength(59)
    const told = (await runsOf(priya, id)).filter(({ origin }) => origin === 'webhook')
    expect(told.length).toBeGreaterThan(0)
    await settled(priya, id)
    Object.assign(vendor.sender.faults, { areLost: true, duplicates: 0, isReversed: false })
  })
})
