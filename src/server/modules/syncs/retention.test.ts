// The nightly cleanup deletes data that is no longer needed.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pino } from 'pino'
import { listRejects } from '#contract/syncs/runs.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type World } from '#server/testing/world.ts'
import { syncJobs } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'off' } })
})
afterAll(() => world.close())

const night = async (): Promise<void> => {
  const { database, dispatcher, vendors } = world
  const tidy = syncJobs({ database, dispatcher, vendors, log: pino({ level: 'silent' }) }).find(
    ({ job }) => job.name === 'sync.tidy',
  )
  await tidy?.handle({}, new AbortController().signal)
}

it('deletes the payload of a rejected row after 90 days, and keeps the reason', async () => {
  const maya = await world.signUp({ company: 'Harbor Light' })
  const { id } = await connect(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 1 }))
  const run = await settled(maya, id)
  const { clientId } = maya.user
  await world.database.asSystem('test: rejected rows', async (tx) => {
    for (const days of [89, 91])
      await sql`insert into sync_reject (client_id, integration_id, object, external_id, run_id, code, reason, payload, last_at)
        values (${clientId}, ${id}, 'contact', ${`${days} days`}, ${run.id}, 'bad_date', 'Created is not a date: “soon”.',
          '{"name":"Nia"}', now() - make_interval(days => ${days}))`.execute(tx)
  })
  await night()
  const { rows } = await world.database.asSystem('test: what is left', (tx) =>
    sql`select external_id, payload is not null as "isKept" from sync_reject where client_id = ${clientId} order by 1`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([
    { external_id: '89 days', isKept: true },
    { external_id: '91 days', isKept: false },
  ])
  const { items } = (await maya.call(listRejects, { params: { integration_id: id }, query: {} })).body
  expect(items.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['Created is not a date: “soon”.', 'Created is not a date: “…”.']),
  )
})

it('keeps the payloads of a vendor for 90 days, and the newest payload of each record forever', async () => {
  const uma = await world.signUp({ company: 'Cedar Care', name: 'Uma' })
  const { id } = await connect(uma, 'hubspot', await openAccount(world, 'hubspot', { name: 'Cedar portal', people: 1 }))
  await settled(uma, id)
  const { clientId } = uma.user
  const records = {
    'became old after another had come': [100, 95],
    'followed by another only now': [300, 200, 1],
    'never followed': [300],
    'young enough': [89, 1],
  }
  const names = Object.keys(records)
  const record = (name: string) => `00000000-0000-7000-8000-00000000000${names.indexOf(name)}`
  await world.database.asSystem('test: deliveries of many days', async (tx) => {
    for (const [name, days] of Object.entries(records))
      for (const age of days)
        await sql`insert into record_payload (client_id, object, record_id, run_id, data_source_id, payload, received_at)
          values (${clientId}, 'contact', ${record(name)}, gen_random_uuid(), ${id}, ${String(age)}, now() - make_interval(days => ${age}))`.execute(
          tx,
        )
  })
  await night()
  const { rows } = await world.database.asSystem('test: what is left', (tx) =>
    sql<{
      record_id: string
      ages: string[]
    }>`select record_id, array_agg(payload order by received_at) as ages from record_payload
      where client_id = ${clientId} and record_id = any(${names.map(record)}::uuid[]) group by 1`.execute(tx),
  )
  const left = Object.fromEntries(names.map((name) => [name, rows.find((row) => row.record_id === record(name))?.ages]))
  expect(left).toEqual({
    'became old after another had come': ['95'],
    'followed by another only now': ['1'],
    'never followed': ['300'],
    'young enough': ['89', '1'],
  })
})
