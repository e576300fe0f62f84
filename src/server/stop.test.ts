import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from './platform/config.ts'
import { start } from './start.ts'
import { testDatabase } from './testing/database/database.ts'
import { freePort } from './testing/free-port.ts'
import { eventually } from './testing/world.ts'

const startProduct = async (drainFor: number, port?: number) => {
  const store = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-stop-'))
  port ??= await freePort()
  const ports = ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0']
  const read = readConfig([...ports, '--roles', 'api', '--demo', 'off', '--data', dataDir], {})
  if ('show' in read) throw new Error(read.show)
  const running = await start(read.config, pino({ level: 'silent' }), { location: store.location, drainFor })
  onTestFinished(async () => {
    await running.close()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { running, url: `http://localhost:${port}` }
}

const statusOf = async (url: string): Promise<number> => {
  const response = await fetch(url, { headers: { connection: 'close' } })
  await response.body?.cancel()
  return response.status
}

it('a stop reports "not ready" while it still answers requests', async () => {
  const { running, url } = await startProduct(5000)
  expect(await statusOf(`${url}/readyz`)).toBe(200)
  const stopped = running.close()
  expect(await statusOf(`${url}/readyz`)).toBe(503)
  expect(await statusOf(`${url}/healthz`)).toBe(200)
  await stopped
  await expect(statusOf(`${url}/healthz`)).rejects.toThrow('fetch failed')
})

it('the metrics are the last to stop: without a database they come without its values', async () => {
  const { running } = await startProduct(0)
  const read = async () => (await fetch(running.metricsUrl)).text()
  expect(await read()).toContain('tributary_gauge_up{gauge="tributary_jobs"} 1')
  await running.queue.stop()
  const text = await read()
  expect(text).toContain('tributary_gauge_up{gauge="tributary_jobs"} 0')
  expect(text).toContain('tributary_gauge_up{gauge="tributary_database_connections"} 1')
  expect(text).toMatch(/^tributary_database_connections\{role="app_rw",state="open"\} /m)
})

it('the port of the metrics stays until everything else has ended, and reports that we are not ready', async () => {
  const { running, url } = await startProduct(0)
  let letGo = () => {}
  const working = running.database.asSystem('test: work that takes its time', async () => {
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
  })
  const stopped = running.close()
  await eventually(() =>
    statusOf(url)
      .then(() => undefined)
      .catch(() => true),
  )
  expect(await statusOf(running.metricsUrl.replace('/metrics', '/readyz'))).toBe(503)
  expect(await statusOf(running.metricsUrl)).toBe(200)
  letGo()
  await Promise.all([working, stopped])
  await expect(statusOf(running.metricsUrl)).rejects.toThrow('fetch failed')
})

it('notifications of other processes are received before the first request can come', async () => {
  const port = await freePort()
  const wasOpen: boolean[] = []
  const real = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const look = () =>
    statusOf(`http://localhost:${port}/healthz`)
      .then(() => true)
      .catch(() => false)
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    if (typeof given[0] !== 'string' || !given[0].startsWith('listen ')) return real.apply(this, given) as never
    return look().then((open) => {
      wasOpen.push(open)
      return real.apply(this, given)
    }) as never
  })
  onTestFinished(() => spy.mockRestore())
  await startProduct(0, port)
  expect(new Set(wasOpen)).toEqual(new Set([false]))
})
