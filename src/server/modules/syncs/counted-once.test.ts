// A run reports the number of rows that it read, even if it was interrupted and resumed.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

const rows = 150

let stage: Stage
let nora: TestUser
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  nora = await stage.signUp({ company: 'Fjord Dental', name: 'Nora' })
})
afterAll(() => stage.close())

const connected = async (type: 'googlesheet' | 'airtable'): Promise<string> => {
  const vendor = stage.play(type)
  const account = vendor.newAccount('Leads', { people: rows, deals: 0 })
  const { id } = await connectToRead(nora, type, vendor.toConnect(account))
  await workOff(stage.world, nora)
  return id
}

const newest = async (id: string) => (await runsOf(nora, id))[0]

it('counts each row once when a run is lost between its last page and its end [SYNC-06]', async () => {
  const id = await connected('googlesheet')
  expect(await newest(id)).toMatchObject({ status: 'done', records: rows, created: rows })
  await askForRun(nora, id)
  const first = await stage.world.database.asSystem('test: nobody writes the end', async (tx) => {
    await sql`select 1 from sync_stream
      where client_id = ${nora.user.clientId} and integration_id = ${id} and stream = 'contacts' for update`.execute(tx)
    const working = workOff(stage.world, nora)
    await eventually(async () => (await newest(id))?.records === rows || undefined)
    await sql`update sync_run set lease_token = ${newId()}, lease_until = now() where integration_id = ${id} and status = 'running'`.execute(
      tx,
    )
    return { working }
  })
  await first.working
  expect(await newest(id)).toMatchObject({ status: 'running', records: rows })
  await workOff(stage.world, nora)
  expect(await newest(id)).toMatchObject({ status: 'done', records: rows, rejected: 0 })
})

it('counts each row once when a table has to be read from the beginning because the vendor lost our cursor', async () => {
  const id = await connected('airtable')
  await askForRun(nora, id)
  const { settings } = await integrationOf(nora, id)
  const [run] = await stage.world.database.asSystem('test: a run that was interrupted', async (tx) => {
    const known = await tx
      .selectFrom('sync_stream')
      .select('columns')
      .where('integration_id', '=', id)
      .where('stream', '=', 'contacts')
      .executeTakeFirstOrThrow()
    const columns = Object.entries(known.columns as Record<string, string>).map(([column, name]) => ({ id: column, name }))
    const book = { pipelines: [], owners: [] }
    const offset = 'itrAAAAAAAAAAAAAA/recAAAAAAAAAAAAAA'
    const cursor = { table: settings.table_id ?? '', columns, offset, book, restarts: 0 }
    const phases = [{ name: 'contacts', state: 'running', read: 100, total: null, pages: 1 }]
    const { rows: changed } = await sql<{ id: string }>`
      update sync_run set phase = 'contacts', cursor = ${JSON.stringify({ contacts: cursor })}::jsonb, records = 100, rejected = 1,
        phases = ${JSON.stringify(phases)}::jsonb
      where integration_id = ${id} and status = 'queued' returning id`.execute(tx)
    return changed
  })
  await workOff(stage.world, nora)
  expect(await newest(id)).toMatchObject({ id: run?.id, status: 'done', records: rows, rejected: 0, unchanged: rows })
})
