import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listFailedJobs, retryFailedJob } from '#contract/jobs.ts'
import { newId } from '#server/platform/ids.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let steward: TestUser
beforeAll(async () => {
  world = await startWorld()
  steward = await signUpStaff(world)
  for (let n = 1; n <= 7; n += 1)
    await world.database.asSystem('test: work that gave up', (tx) =>
      sql`insert into pgboss.job (name, state, completed_on, output, retry_count, policy)
          values ('mail.deliver', 'failed', now() - ${8 - n} * interval '1 minute', jsonb_build_object('message', ${`reason ${n}`}::text), 8, 'standard')`.execute(
        tx,
      ),
    )
})
afterAll(() => world.close())

describe('The list of failed jobs', () => {
  it('shows five at first, the latest on top, each with its reason', async () => {
    const { status, body } = await steward.call(listFailedJobs)
    expect([status, body.total]).toEqual([200, 7])
    expect(body.items.map(({ reason }) => reason)).toEqual(['reason 7', 'reason 6', 'reason 5', 'reason 4', 'reason 3'])
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      job: 'mail.deliver',
      clientId: null,
      reason: 'reason 7',
      attempts: 9,
      failedAt: expect.stringMatching(/Z$/),
    })
  })

  it('has pages that count from one', async () => {
    const { items } = (await steward.call(listFailedJobs, { query: { page: 2 } })).body
    expect(items.map(({ reason }) => reason)).toEqual(['reason 2', 'reason 1'])
  })

  it('is refused to the admin of an account [SHELL-05]', async () => {
    const maya = await world.signUp({ company: 'Harbor Light' })
    expect((await maya.call(listFailedJobs)).error.code).toBe('FORBIDDEN')
    expect((await maya.call(retryFailedJob, { params: { id: newId() } })).error.code).toBe('FORBIDDEN')
  })

  it('does not contain jobs that did not fail', async () => {
    const { status, error } = await steward.call(retryFailedJob, { params: { id: newId() } })
    expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
  })
})
