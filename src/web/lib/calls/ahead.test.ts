// Against a real HTTP server, as the browser would call it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { callAhead, eventIdBeforeAhead, takeAhead } from './ahead.ts'

let server: Server
let base: string
let calls = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1
    if (request.url === '/never') return
    response.statusCode = request.url === '/refused' ? 401 : 200
    response.end(`answer ${calls}`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ana = { authorization: 'Bearer ana' }
const get = (headers: Record<string, string>) => ({ method: 'GET', headers })

it('returns a reply once, to the user who made the call', async () => {
  void callAhead(`${base}/user`, ana)
  const answer = await takeAhead(`${base}/user`, get(ana))
  expect(await answer?.text()).toBe('answer 1')
  expect(await takeAhead(`${base}/user`, get(ana))).toBeUndefined()
  expect(calls).toBe(1)
})

it('returns neither the reply to a call with another token nor an error reply', async () => {
  void callAhead(`${base}/hers`, ana)
  expect(await takeAhead(`${base}/hers`, get({ authorization: 'Bearer ben' }))).toBeUndefined()
  void callAhead(`${base}/refused`, ana)
  expect(await takeAhead(`${base}/refused`, get(ana))).toBeUndefined()
})

it('keeps a reply for 15 seconds and no longer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  void callAhead(`${base}/in-time`, ana)
  void callAhead(`${base}/late`, ana)
  vi.advanceTimersByTime(15_000)
  expect((await takeAhead(`${base}/in-time`, get(ana)))?.ok).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await takeAhead(`${base}/late`, get(ana))).toBeUndefined()
})

it('stops waiting when the caller aborts, or has aborted before', async () => {
  const aborter = new AbortController()
  void callAhead(`${base}/never`, ana)
  const waiting = takeAhead(`${base}/never`, { ...get(ana), signal: aborter.signal })
  aborter.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  void callAhead(`${base}/never`, ana)
  const aborted = takeAhead(`${base}/never`, { ...get(ana), signal: AbortSignal.abort(new Error('left before')) })
  await expect(aborted).rejects.toThrow('left before')
})

it('returns an event id of the live stream shortly before the first reply', () => {
  const eventId = eventIdBeforeAhead() ?? ''
  expect(eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-000000000000$/)
  const time = Number.parseInt(eventId.replaceAll('-', '').slice(0, 12), 16)
  expect(Date.now() - time).toBeGreaterThan(1_000)
  expect(Date.now() - time).toBeLessThan(60_000)
})
