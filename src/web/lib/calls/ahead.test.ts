// Against a real HTTP server, as the browser would call it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { askAhead, placeBeforeAhead, takeAhead } from './ahead.ts'

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

it('hands an answer out once, to the one who asked', async () => {
  void askAhead(`${base}/user`, ana)
  const answer = await takeAhead(`${base}/user`, get(ana))
  expect(await answer?.text()).toBe('answer 1')
  expect(await takeAhead(`${base}/user`, get(ana))).toBeUndefined()
  expect(calls).toBe(1)
})

it('gives nobody the answer to a call with another token, nor a refusal', async () => {
  void askAhead(`${base}/hers`, ana)
  expect(await takeAhead(`${base}/hers`, get({ authorization: 'Bearer ben' }))).toBeUndefined()
  void askAhead(`${base}/refused`, ana)
  expect(await takeAhead(`${base}/refused`, get(ana))).toBeUndefined()
})

it('keeps an answer for 15 seconds and no longer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  void askAhead(`${base}/in-time`, ana)
  void askAhead(`${base}/late`, ana)
  vi.advanceTimersByTime(15_000)
  expect((await takeAhead(`${base}/in-time`, get(ana)))?.ok).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await takeAhead(`${base}/late`, get(ana))).toBeUndefined()
})

it('stops waiting when the one who came for the answer leaves, or has left already', async () => {
  const leaving = new AbortController()
  void askAhead(`${base}/never`, ana)
  const waiting = takeAhead(`${base}/never`, { ...get(ana), signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  void askAhead(`${base}/never`, ana)
  const gone = takeAhead(`${base}/never`, { ...get(ana), signal: AbortSignal.abort(new Error('left before')) })
  await expect(gone).rejects.toThrow('left before')
})

it('names a place in the live line shortly before the first answer', () => {
  const place = placeBeforeAhead() ?? ''
  expect(place).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-000000000000$/)
  const time = Number.parseInt(place.replaceAll('-', '').slice(0, 12), 16)
  expect(Date.now() - time).toBeGreaterThan(1_000)
  expect(Date.now() - time).toBeLessThan(60_000)
})
