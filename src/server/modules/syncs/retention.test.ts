// The nightly cleanup deletes data that is no longer needed.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pino } from 'pino'
import { listRejects } from '#contract/syncs/runs.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { newId } from '#server/platform/ids.ts'
import { startAttempts } from '#server/platform/jobs/attempts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { deleteOldPayloads } from '../crm/deletion/service.ts'
import { createDataSource } from '../crm/service.ts'
import { syncJobs } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
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
    'missed for many nights': [300, 250],
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
    'missed for many nights': ['250'],
    'followed by another only now': ['1'],
    'never followed': ['300'],
    'young enough': ['89', '1'],
  })
})

it('deletes many old payloads in pieces, and in one night no more than a number of them of each account', async () => {
  const [many, few] = [await world.signUp({ company: 'Many Ltd' }), await world.signUp({ company: 'Few Ltd' })]
  const fill = async ({ user: { clientId } }: TestUser, records: number): Promise<void> => {
    await world.database.asSystem('test: payloads of long ago', async (tx) => {
      const dataSourceId = newId()
      await createDataSource(tx, { clientId, dataSourceId }, 'webhook_endpoint')
      await sql`insert into record_payload (client_id, object, record_id, run_id, data_source_id, payload, received_at)
        select ${clientId}, 'contact', record_id, gen_random_uuid(), ${dataSourceId}, '', now() - make_interval(days => 300 - days)
        from (select gen_random_uuid() as record_id from generate_series(1, ${records}::integer)) as record,
          generate_series(0, 100, 100) as days
        returning 1`.execute(tx)
    })
  }
  const left = async ({ user: { clientId } }: TestUser): Promise<number> => {
    const { rows } = await world.database.asSystem('test: what is left', (tx) =>
      sql<{ left: number }>`select count(*) as left from record_payload where client_id = ${clientId}`.execute(tx),
    )
    return rows[0]?.left ?? 0
  }
  await fill(many, 12_000)
  await fill(few, 3)
  const { attempt } = startAttempts(pino({ level: 'silent' }), 'test')
  const { signal } = new AbortController()
  await deleteOldPayloads(world.database, { signal, attempt, rounds: 2 })
  expect([await left(many), await left(few)]).toEqual([14_000, 3])
  await night()
  expect(await left(many)).toBe(12_000)
})
