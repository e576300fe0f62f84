// What the night does: whatever is no longer needed is forgotten.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pino } from 'pino'
import { listRejects } from '#contract/runs.ts'
import { settled } from '#server/testing/runs.ts'
import { connect } from '#server/testing/sources.ts'
import { openAccount } from '#server/testing/vendor-accounts.ts'
import { startWorld, type World } from '#server/testing/world.ts'
import { syncJobs } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'off' } })
})
afterAll(() => world.close())

const night = async (): Promise<void> => {
  const { database, desk, vendors } = world
  const tidy = syncJobs({ database, desk, vendors, log: pino({ level: 'silent' }) }).find(({ job }) => job.name === 'sync.tidy')
  await tidy?.handle({}, new AbortController().signal)
}

it('forgets after 90 days what was sent of a row that could not be taken, and keeps why', async () => {
  const maya = await world.signUp({ company: 'Harbor Light' })
  const { id } = await connect(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 1 }))
  const run = await settled(maya, id)
  const { clientId } = maya.user
  await world.database.asSystem('test: rejected rows', async (tx) => {
    for (const days of [89, 91])
      await sql`insert into sync_reject (client_id, integration_id, object, external_id, run_id, code, reason, payload, last_at)
        values (${clientId}, ${id}, 'contact', ${`${days} days`}, ${run.id}, 'bad_date', 'The date cannot be read.',
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
  expect(items.map(({ reason }) => reason)).toEqual(Array(2).fill('The date cannot be read.'))
})
