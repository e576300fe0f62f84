// An unreachable node of a distributed database, as PostgreSQL reports it: a policy raises the coordinator's own text
// and code.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listStages } from '#contract/stages.ts'
import { connectionOf } from './platform/db/connection.ts'
import { eventually, startWorld, type TestUser, type World } from './testing/world.ts'

let world: World
let maya: TestUser
let owner: pg.Client
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  owner = new pg.Client(connectionOf(world.location, 'owner'))
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

const failWith = (message: string, code: string) =>
  owner.query(`create or replace function ask_node() returns boolean language plpgsql as $$
    begin raise exception using message = ${owner.escapeLiteral(message)}, errcode = '${code}'; end $$`)

describe('While a node of the database is unreachable', () => {
  it.each([
    ['connection to the remote node app_rw@10.0.0.12:5432 failed with the following error: Connection refused', '08006'],
    ['connection to the remote node 10.0.0.12:5432 failed', '08006'],
    ['could not establish any connections to the node 10.0.0.12:5432 after 30000 ms', '08006'],
    ['server closed the connection unexpectedly', '08006'],
    ['terminating connection due to administrator command', '57P01'],
    ['connection to the remote node 10.0.0.12:5432 failed', 'XX000'],
  ])('a call says when to retry: %s (%s)', async (message, code) => {
    await failWith(message, code)
    await owner.query(`alter policy tenant on stage using (client_id = current_client() and ask_node())`)
    const refused = await maya.call(listStages)
    expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2'])
    expect(JSON.stringify(refused.error)).not.toContain('10.0.0.12')
    await owner.query(`alter policy tenant on stage using (client_id = current_client())`)
    expect((await maya.call(listStages)).status).toBe(200)
  })

  it('a bug of ours is still a bug, and not reported as temporary', async () => {
    await failWith('division by zero', '22012')
    await owner.query(`alter policy tenant on stage using (client_id = current_client() and ask_node())`)
    const refused = await maya.call(listStages)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, null])
    await owner.query(`alter policy tenant on stage using (client_id = current_client())`)
  })

  it('/readyz reports the node, until it is back', async () => {
    const getReady = async () => {
      const response = await fetch(`${world.url}/readyz`)
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
    }
    const becomes = (status: number) =>
      eventually(async () => {
        const answer = await getReady()
        return answer.status === status ? answer : undefined
      })
    await failWith('connection to the remote node app_system@10.0.0.12:5432 failed with the following error: timeout', '08006')
    await owner.query(`alter policy system on client using (ask_node())`)
    expect(await becomes(503)).toEqual({
      status: 503,
      retryAfter: '2',
      body: { status: 'not ready', reason: 'A node of the database cannot be reached.' },
    })
    await owner.query(`alter policy system on client using (true)`)
    expect((await becomes(200)).body).toEqual({ status: 'ready' })
  })
})
