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

it('of every table it is decided whether people are told about it: a new one belongs here, or among the unseen', async () => {
  const told = countable(await tablesOf(maya)).map(({ word }) => word)
  expect(told.toSorted()).toEqual([
    'contacts',
    'events',
    'integrations',
    'notifications',
    'opportunities',
    'spend_days',
    'stage_events',
    'stages',
    'touches',
    'users',
  ])
})

it('nothing is among the unseen that is not there, or that nobody could see anyway', async () => {
  const readable = new Set((await tablesOf(maya)).filter(({ isReadable }) => isReadable).map(({ name }) => name))
  expect([...unseen].filter((name) => !readable.has(`public.${name}`))).toEqual([])
})

it('a table of tomorrow is counted for Maya and for our own people; one that no request may read is passed over', async () => {
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
