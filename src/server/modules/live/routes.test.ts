import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Caller } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { LiveHub } from '#server/platform/live/hub.ts'
import type { Screen } from '#server/platform/live/screens.ts'
import { eventually } from '#server/testing/world.ts'
import { liveRoutes } from './routes.ts'

const token = { originJti: newId(), expiresAt: 4_000_000_000 }
const maya = { clientId: newId(), subject: newId() } as Caller

const startRoute = async () => {
  const screens: Screen[] = []
  let stopped = 0
  let unread = () => 0
  const hub = {
    subscribe: (_clientId, _lastId, screen) => {
      screens.push(screen)
      return () => (stopped += 1)
    },
  } as Partial<LiveHub> as LiveHub
  const app = fastify({ forceCloseConnections: true })
  const [served] = liveRoutes(hub)
  app.get('/live', async (request, reply) => {
    unread = () => reply.raw.writableLength
    await served?.stream?.({} as never, { requestId: 'r-1', caller: maya, token } as never, { request, reply })
    return reply
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, screenOf: () => eventually(async () => screens.at(-1)), stopped: () => stopped, unread: () => unread() }
}

let route: Awaited<ReturnType<typeof startRoute>>
beforeEach(async () => {
  route = await startRoute()
})
afterEach(() => route.app.close())

const hello = { id: newId(), topic: 'client' }

describe('The live stream', () => {
  it('names its user and its end, and has the headers of every other answer', async () => {
    const response = await fetch(`${route.url}/live`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-request-id': 'r-1',
    })
    expect(await route.screenOf()).toMatchObject({ subject: maya.subject, ...token })
    await response.body?.cancel()
    await eventually(async () => (route.stopped() === 1 ? true : undefined))
  })

  it('ignores updates that come after its end', async () => {
    const response = await fetch(`${route.url}/live`)
    const screen = await route.screenOf()
    screen.tell(hello)
    screen.end()
    screen.tell(hello)
    expect((await response.text()).match(/event: client/g)).toHaveLength(1)
    screen.tell(hello)
  })

  /** A user who opens the stream and then reads nothing of it. */
  const openUnread = async (): Promise<Screen> => {
    const socket = connect(Number(new URL(route.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write('GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'readable')
    return route.screenOf()
  }
  const publishUntil = (screen: Screen, isEnough: () => boolean) =>
    eventually(async () => {
      for (let i = 0; i < 20 && !isEnough(); i++) screen.tell({ ...hello, id: 'x'.repeat(10_000) })
      return isEnough() ? true : undefined
    })

  it('is cut for Theo, who stopped reading, before it fills the memory', async () => {
    const screen = await openUnread()
    let most = 0
    await publishUntil(screen, () => {
      most = Math.max(most, route.unread())
      return route.stopped() === 1 || most > 5_000_000
    })
    expect(most).toBeLessThan(1_200_000)
  })

  it('does not wait for Uma, who does not even read its end', async () => {
    const screen = await openUnread()
    await publishUntil(screen, () => route.unread() > 700_000)
    screen.end()
    await eventually(async () => (route.stopped() === 1 ? true : undefined))
    expect(route.unread()).toBe(0)
  })
})
