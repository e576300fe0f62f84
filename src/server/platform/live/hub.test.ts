import { createParser } from 'eventsource-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { LiveTopic } from '#contract/live.ts'
import { changeUser } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { newId } from '../ids.ts'
import { createLiveHub, publish } from './hub.ts'

// Two API processes of one installation.
let here: World
let there: World
beforeAll(async () => {
  here = await startWorld()
  there = await startWorld({ beside: here, args: ['--roles', 'api'] })
})
afterAll(async () => {
  await there.close()
  await here.close()
})

interface Message {
  id: string
  topic: string
}

/** An open screen: the updates it got, without those it had before. */
const open = async (world: World, user: TestUser, lastId?: string) => {
  const stopper = new AbortController()
  const response = await fetch(`${world.url}/agencies-api/live`, {
    headers: { authorization: `Bearer ${user.token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: stopper.signal,
  })
  const seen = new Map<string, Message>()
  let lastEventId: string | undefined
  let isOpen = true
  const parser = createParser({
    onId: (id) => (lastEventId ??= id),
    onEvent: ({ id = '', event = '', data }) => {
      if (id !== lastId && data === '{}') seen.set(id, { id, topic: event })
    },
  })
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(chunk)
  }
  void read()
    .catch(() => undefined)
    .then(() => (isOpen = false))
  const close = () => stopper.abort()
  onTestFinished(close)
  await eventually(async () => (response.status !== 200 || lastEventId !== undefined ? true : undefined))
  return {
    response,
    seen,
    close,
    lastEventId: () => lastEventId,
    isOpen: () => isOpen,
    topics: () => [...seen.values()].map(({ topic }) => topic),
  }
}

const publishTopic = (world: World, user: TestUser, topic: LiveTopic) =>
  world.database.inClient(user.user.clientId, (tx) => publish(tx, user.user.clientId, topic))
const hears = (screen: Awaited<ReturnType<typeof open>>, topics: string[]) =>
  eventually(async () => (topics.every((topic) => screen.topics().includes(topic)) ? true : undefined))

describe('Live updates', () => {
  it('are for signed-in users', async () => {
    const response = await fetch(`${here.url}/agencies-api/live`)
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
    await response.body?.cancel()
  })

  it('reach every screen of the account, and none of another', async () => {
    const [maya, jonah] = [await here.signUp({ company: 'Harbor Light' }), await here.signUp({ company: 'Pratt' })]
    const [hers, hersToo, his] = [await open(here, maya), await open(here, maya), await open(here, jonah)]
    expect(hers.response.headers.get('content-type')).toBe('text/event-stream')
    await publishTopic(here, maya, 'integrations')
    await publishTopic(here, jonah, 'client')
    await Promise.all([hears(hers, ['integrations']), hears(hersToo, ['integrations']), hears(his, ['client'])])
    expect([...hers.topics(), ...hersToo.topics()]).not.toContain('client')
    expect(his.topics()).not.toContain('integrations')
  })

  it('reach the screens of every process, regardless of which made the change', async () => {
    const ana = await here.signUp({ company: 'Cedar Care', name: 'Ana' })
    const [first, second] = [await open(here, ana), await open(there, ana)]
    await publishTopic(here, ana, 'integrations')
    await publishTopic(there, ana, 'client')
    await Promise.all([hears(first, ['integrations', 'client']), hears(second, ['integrations', 'client'])])
    expect([first.isOpen(), second.isOpen()]).toEqual([true, true])
  })

  it('are not sent for a change that was rolled back', async () => {
    const ben = await here.signUp({ company: 'Ben Ltd', name: 'Ben' })
    const screen = await open(here, ben)
    const failed = here.database.inClient(ben.user.clientId, async (tx) => {
      await publish(tx, ben.user.clientId, 'integrations')
      throw new Error('changed its mind')
    })
    await expect(failed).rejects.toThrow('changed its mind')
    await publishTopic(here, ben, 'client')
    await hears(screen, ['client'])
    expect(screen.topics()).not.toContain('integrations')
  })
})

describe('A screen that was disconnected', () => {
  it('gets what it missed, from any process, and nothing twice', async () => {
    const theo = await here.signUp({ company: 'Marsh Roofing', name: 'Theo' })
    const before = await open(here, theo)
    await publishTopic(here, theo, 'users')
    await hears(before, ['users'])
    const lastId = [...before.seen.keys()].at(-1) ?? ''
    before.close()
    await publishTopic(here, theo, 'integrations')
    await publishTopic(there, theo, 'client')
    const after = await open(there, theo, lastId)
    await hears(after, ['integrations', 'client'])
    await publishTopic(here, theo, 'users')
    await hears(after, ['users'])
    const fresh = [...after.seen.values()].filter(({ id }) => !before.seen.has(id) && id > lastId)
    expect(fresh.map(({ topic }) => topic).toSorted()).toEqual(['client', 'integrations', 'users'])
  })

  it('misses nothing even if it had received nothing before', async () => {
    const lou = await here.signUp({ company: 'Lou Ltd', name: 'Lou' })
    const before = await open(here, lou)
    before.close()
    await publishTopic(here, lou, 'integrations')
    const after = await open(here, lou, before.lastEventId())
    await hears(after, ['integrations'])
    expect(before.topics()).not.toContain('integrations')
  })

  it('gets all of it, in any number', async () => {
    const zoe = await here.signUp({ company: 'Zoe Ltd', name: 'Zoe' })
    const lastId = newId()
    const rows = Array.from({ length: 2500 }, () => ({ client_id: zoe.user.clientId, id: newId(), topic: 'events' }))
    await here.database.inClient(zoe.user.clientId, (tx) => tx.insertInto('live_event').values(rows).execute())
    const screen = await open(here, zoe, lastId)
    const missing = () => rows.filter(({ id }) => !screen.seen.has(id))
    await eventually(async () => (missing().length === 0 ? true : undefined))
    expect(screen.isOpen()).toBe(true)
  })

  it('counts as new if it sends an invalid id', async () => {
    const ida = await here.signUp({ company: 'Ida Ltd', name: 'Ida' })
    const earlier = await open(here, ida)
    await publishTopic(here, ida, 'integrations')
    await hears(earlier, ['integrations'])
    const screen = await open(here, ida, "x'; drop table live_event")
    await publishTopic(here, ida, 'client')
    await hears(screen, ['client'])
    expect(screen.topics()).not.toContain('integrations')
  })
})

describe('The connection of the screens', () => {
  const breakLines = () =>
    here.database.asSystem('test: break the listening connections', (tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'
          and application_name = 'tributary app_system'`.execute(tx),
    )

  const closes = (screen: Awaited<ReturnType<typeof open>>) => eventually(async () => (screen.isOpen() ? undefined : true))

  it('loses nothing when the listening connection breaks', async () => {
    const lea = await here.signUp({ company: 'Lea Ltd', name: 'Lea' })
    const screen = await open(here, lea)
    await breakLines()
    await publishTopic(here, lea, 'integrations')
    await hears(screen, ['integrations'])
    await publishTopic(here, lea, 'client')
    await hears(screen, ['client'])
    expect(screen.isOpen()).toBe(true)
  })

  it('releases closed screens', async () => {
    const max = await here.signUp({ company: 'Max Ltd', name: 'Max' })
    const screensOf = async () =>
      Number(/^tributary_live_screens (\d+)$/m.exec(await (await fetch(there.metricsUrl)).text())?.[1])
    const before = await screensOf()
    const screen = await open(there, max)
    expect(await screensOf()).toBe(before + 1)
    screen.close()
    await eventually(async () => ((await screensOf()) === before ? true : undefined))
  })

  it('is closed for a user whose access is suspended [USER-07]', async () => {
    const eve = await here.signUp({ company: 'Eve Ltd', name: 'Eve' })
    const screen = await open(here, eve)
    await changeUser(there, eve, { status: 'SUSPENDED' })
    await eventually(async () => (screen.isOpen() ? undefined : true))
    expect((await open(here, eve)).response.status).toBe(403)
  })

  it('is closed in every process when Ria signs out everywhere, and only hers [GATE-18]', async () => {
    const [ria, sam] = [
      await here.signUp({ company: 'Ria Ltd', name: 'Ria' }),
      await here.signUp({ company: 'Sam Ltd', name: 'Sam' }),
    ]
    const [hers, hersThere, his] = [await open(here, ria), await open(there, ria), await open(here, sam)]
    await here.idp('GlobalSignOut', { AccessToken: ria.token })
    await closes(hers)
    await closes(hersThere)
    expect(his.isOpen()).toBe(true)
    expect((await open(here, ria)).response.status).toBe(401)
  })

  it('is closed even if the notification of the sign-out or the suspension was lost', async () => {
    const [tom, una] = [
      await here.signUp({ company: 'Tom Ltd', name: 'Tom' }),
      await here.signUp({ company: 'Una Ltd', name: 'Una' }),
    ]
    const [his, hers] = [await open(here, tom), await open(here, una)]
    await breakLines()
    await here.idp('GlobalSignOut', { AccessToken: tom.token })
    await changeUser(here, una, { status: 'SUSPENDED' })
    await Promise.all([closes(his), closes(hers)])
    expect([(await open(here, tom)).response.status, (await open(here, una)).response.status]).toEqual([401, 403])
  })

  it('is open for at most twenty screens of one user: the oldest is closed', async () => {
    const vic = await here.signUp({ company: 'Vic Ltd', name: 'Vic' })
    const oldest = await open(here, vic)
    const screens = await Promise.all(Array.from({ length: 19 }, () => open(here, vic)))
    expect(oldest.isOpen()).toBe(true)
    const newest = await open(here, vic)
    await closes(oldest)
    await publishTopic(here, vic, 'client')
    await Promise.all([...screens, newest].map((screen) => hears(screen, ['client'])))
  })

  it('does not delay a process that stops', async () => {
    const third = await startWorld({ beside: here, args: ['--roles', 'api'] })
    const kim = await here.signUp({ company: 'Kim Ltd', name: 'Kim' })
    const screen = await open(third, kim)
    await third.close()
    expect(await eventually(async () => (screen.isOpen() ? undefined : 'gone'))).toBe('gone')
  })
})

describe('A screen', () => {
  const hubOf = (mayLook: () => Promise<boolean>) =>
    createLiveHub({ database: here.database, listener: { on: () => {}, onGap: () => {} }, mayLook })
  const seconds = () => Date.now() / 1000
  const screenOf = (expiresAt: number, end: () => void) => ({
    subject: newId(),
    originJti: newId(),
    expiresAt,
    tell: () => {},
    end,
  })

  it('is closed when the token it was opened with expires', async () => {
    const hub = hubOf(async () => true)
    const ended: string[] = []
    hub.subscribe(
      newId(),
      undefined,
      screenOf(seconds() + 0.2, () => ended.push('soon')),
    )
    const stop = hub.subscribe(
      newId(),
      undefined,
      screenOf(seconds() + 3600, () => ended.push('late')),
    )
    expect(hub.connected()).toBe(2)
    await eventually(async () => ended[0])
    expect([ended, hub.connected()]).toEqual([['soon'], 1])
    stop()
  })

  it('stays open when the database is down for a moment, and is closed when the user may no longer see it', async () => {
    const answers = [async () => true, () => Promise.reject(new Error('Connection terminated')), async () => false]
    const asked: number[] = []
    const ended: string[] = []
    const hub = hubOf(() => {
      asked.push(asked.length)
      return answers[asked.length - 1]?.() ?? Promise.resolve(false)
    })
    const screen = screenOf(seconds() + 3600, () => ended.push('gone'))
    hub.subscribe(newId(), undefined, screen)
    hub.recheck(screen.subject)
    await expect.poll(() => asked.length).toBe(2)
    expect([ended, hub.connected()]).toEqual([[], 1])
    hub.recheck(screen.subject)
    expect(await eventually(async () => ended[0])).toBe('gone')
  })

  it('is closed if its user was suspended at that very moment, or if that is unknown', async () => {
    for (const answer of [async () => false, () => Promise.reject(new Error('the database is away'))]) {
      const ended: string[] = []
      hubOf(answer).subscribe(
        newId(),
        undefined,
        screenOf(seconds() + 3600, () => ended.push('gone')),
      )
      expect(await eventually(async () => ended[0])).toBe('gone')
    }
  })
})
