import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { previewClosure } from '#contract/account-closure.ts'
import { connectionOf } from '#server/platform/db/connection.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { selectClientTables } from './catalogue-queries.ts'
import { countable, unseen } from './client-tables.ts'

let world: World
let maya: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

const tablesOf = (user: TestUser) => world.database.inClient(user.user.clientId, (tx) => selectClientTables(tx))
const removesFor = async (user: TestUser) => {
  const { status, body } = await user.call(previewClosure, { params: { id: maya.user.clientId } })
  expect(status).toBe(200)
  return body.removes
}

it('every table is either counted for users or listed as unseen', async () => {
  const counted = countable(await tablesOf(maya)).map(({ word }) => word)
  expect(counted.toSorted()).toEqual([
    'connections',
    'contacts',
    'events',
    'ghost_companies',
    'integrations',
    'notifications',
    'opportunities',
    'spend_days',
    'stage_events',
    'stages',
    'touches',
    'users',
    'webhook_endpoints',
    'webhook_properties',
  ])
})

it('no table is listed as unseen that does not exist, or that no request could read anyway', async () => {
  const readable = new Set((await tablesOf(maya)).filter(({ isReadable }) => isReadable).map(({ name }) => name))
  expect([...unseen].filter((name) => !readable.has(`public.${name}`))).toEqual([])
})

it('a new table is counted for Maya and for staff; one that no request may read is left out', async () => {
  const owner = new pg.Client(connectionOf(world.location, 'owner'))
  await owner.connect()
  for (const name of ['lead', 'lead_secret']) {
    await owner.query(
      `create table ${name} (client_id uuid not null references client, id uuid not null default uuidv7(), primary key (client_id, id))`,
    )
    await owner.query(`call protect_table('${name}')`)
  }
  await owner.query('revoke all on lead_secret from app_rw, app_staff')
  await owner.end()
  for (const user of [maya, steward]) {
    const removes = await removesFor(user)
    expect(removes).toMatchObject({ users: 1, leads: 0 })
    expect(removes).not.toHaveProperty('lead_secrets')
  }
})
