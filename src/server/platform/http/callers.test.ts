import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOnboarding } from '#contract/onboarding.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { changeClient, changeUser } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { createListener } from '../db/listen.ts'
import { createCallers } from './callers.ts'
import type { Caller } from './context.ts'

// Two processes of one installation.
let here: World
let there: World
beforeAll(async () => {
  here = await startWorld()
  there = await startWorld({ beside: here, args: ['--roles', 'api,identity'] })
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const answerOf = async (world: World, user: TestUser): Promise<string> => {
  const { status, error } = await world.call(getOnboarding, {}, { authorization: `Bearer ${user.token}` })
  return status === 200 ? 'welcome' : `${status} ${error.code}`
}
const becomes = (world: World, user: TestUser, answer: string) =>
  eventually(async () => ((await answerOf(world, user)) === answer ? answer : undefined))

const breakLines = () =>
  here.database.asSystem('test: break the listening connections', (tx) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'
        and application_name = 'tributary app_system'`.execute(tx),
  )

describe('A user whose access is suspended [USER-07]', () => {
  it('is stopped in the middle of an open session, in every process', async () => {
    const maya = await here.signUp({ company: 'Harbor Light' })
    expect([await answerOf(here, maya), await answerOf(there, maya)]).toEqual(['welcome', 'welcome'])
    await changeUser(there, maya, { status: 'SUSPENDED' })
    await becomes(here, maya, '403 USER_SUSPENDED')
    await becomes(there, maya, '403 USER_SUSPENDED')
  })

  it('gets that reason when signing in as well, and can return when it is lifted', async () => {
    const jonah = await here.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    await changeUser(here, jonah, { status: 'SUSPENDED' })
    const { status, error } = await jonah.call(getUserByEmail, { query: { email: jonah.email } })
    expect([status, error.code]).toEqual([403, 'USER_SUSPENDED'])
    await changeUser(here, jonah, { status: 'ACTIVE' })
    await becomes(here, jonah, 'welcome')
  })

  it('loses access together with all users if the account is suspended', async () => {
    const theo = await here.signUp({ company: 'Marsh Roofing', name: 'Theo' })
    expect(await answerOf(here, theo)).toBe('welcome')
    await changeClient(here, theo, { status: 'suspended' })
    await becomes(here, theo, '423 CLIENT_SUSPENDED')
  })
})

describe('A sign-in that was ended', () => {
  it('is invalid everywhere, although its token has not expired', async () => {
    const ana = await here.signUp({ company: 'Cedar Care', name: 'Ana' })
    expect([await answerOf(here, ana), await answerOf(there, ana)]).toEqual(['welcome', 'welcome'])
    await here.idp('GlobalSignOut', { AccessToken: ana.token })
    await becomes(here, ana, '401 UNAUTHENTICATED')
    await becomes(there, ana, '401 UNAUTHENTICATED')
    const again = await here.signIn(ana.email, ana.password)
    expect(await answerOf(there, again)).toBe('welcome')
  })

  it('is invalid everywhere even if the notification was lost', async () => {
    const lou = await here.signUp({ company: 'Lou Ltd', name: 'Lou' })
    expect([await answerOf(here, lou), await answerOf(there, lou)]).toEqual(['welcome', 'welcome'])
    await breakLines()
    await here.idp('GlobalSignOut', { AccessToken: lou.token })
    await becomes(here, lou, '401 UNAUTHENTICATED')
    await becomes(there, lou, '401 UNAUTHENTICATED')
    expect(await answerOf(here, lou)).toBe('401 UNAUTHENTICATED')
  })
})

describe('The cached user of a process', () => {
  const quietly = (user: TestUser, status: string) =>
    here.database.asSystem('test: change without telling', async (tx) => {
      await tx.updateTable('app_user').set({ status }).where('id', '=', user.user.id).execute()
    })

  it('saves a database query for the next calls', async () => {
    const ben = await here.signUp({ company: 'Ben Ltd', name: 'Ben' })
    // Earlier notifications may still be on their way and clear the cache; not forever.
    const answerAfterQuietChange = async () => {
      await changeUser(here, ben, { status: 'ACTIVE' })
      await becomes(here, ben, 'welcome')
      await quietly(ben, 'SUSPENDED')
      return answerOf(here, ben)
    }
    await expect.poll(answerAfterQuietChange).toBe('welcome')
  })

  it('is dropped when the connection for notifications was lost for a while', async () => {
    const eve = await here.signUp({ company: 'Eve Ltd', name: 'Eve' })
    expect(await answerOf(here, eve)).toBe('welcome')
    await quietly(eve, 'SUSPENDED')
    await breakLines()
    await becomes(here, eve, '403 USER_SUSPENDED')
  })

  it('is never older than the notifications: a lookup that was overtaken by a change is not cached', async () => {
    const listener = createListener(here.location, pino({ level: 'silent' }))
    const received: string[] = []
    const answers: ((caller: Caller) => void)[] = []
    const callers = createCallers(
      {
        verify: () => Promise.reject(new Error('not asked here')),
        find: () => new Promise<Caller>((resolve) => answers.push(resolve)),
      },
      listener,
    )
    listener.on('user_changed', (subject) => received.push(subject))
    await listener.start()
    const before = { userId: 'before' } as Caller
    const after = { userId: 'after' } as Caller
    const overtaken = callers.find('somebody')
    await here.database.asSystem('test: news', (tx) => sql`select pg_notify('user_changed', 'somebody')`.execute(tx))
    await eventually(async () => received[0])
    answers[0]?.(before)
    expect(await overtaken).toBe(before)
    const fresh = callers.find('somebody')
    answers[1]?.(after)
    expect(await fresh).toBe(after)
    expect(await callers.find('somebody')).toBe(after)
    await listener.close()
  })
})
