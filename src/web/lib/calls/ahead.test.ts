// Against a real HTTP server, as the browser would call it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askAhead, placeBeforeAhead, takeAhead } from './ahead.ts'

let server: Server
let base: string
let calls = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1
    response.statusCode = request.url === '/refused' ? 401 : 200
    response.end(`answer ${calls}`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

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

it('names a place in the live line shortly before the first answer', () => {
  const place = placeBeforeAhead() ?? ''
  expect(place).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-000000000000$/)
  const time = Number.parseInt(place.replaceAll('-', '').slice(0, 12), 16)
  expect(Date.now() - time).toBeGreaterThan(1_000)
  expect(Date.now() - time).toBeLessThan(60_000)
})
