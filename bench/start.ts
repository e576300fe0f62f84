import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/config.ts'
import { freePort } from '#server/testing/free-port.ts'
import type { Bench } from './bench.ts'

const patience = 120_000

const untilAnswered = async (url: string): Promise<void> => {
  const until = performance.now() + patience
  for (;;) {
    if (performance.now() > until) throw new Error('The product did not answer')
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  }
}

/** `npm start` as a user types it, until the first page is answered; then stopped. */
const startOnce = async (dataDir: string): Promise<number> => {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(
    'npm',
    ['start', '--', '--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--data', dataDir],
    {
      cwd: projectRoot,
      stdio: 'ignore',
      detached: true,
    },
  )
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  await Promise.race([
    untilAnswered(`http://localhost:${port}/`),
    gone.then(() => Promise.reject(new Error('The product ended'))),
  ])
  const took = performance.now() - began
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await gone
  return took
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const startBench: Bench = {
  about: 'Warm start: from npm start to the first answered page',
  async run({ quick }) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
    chmodSync(dataDir, 0o755)
    try {
      const first = await startOnce(dataDir)
      const warm: number[] = []
      for (let time = 0; time < (quick ? 3 : 7); time += 1) warm.push(await startOnce(dataDir))
      return [
        { name: 'warm start, median', value: median(warm) / 1000, unit: 's', target: 3, better: 'lower' },
        { name: 'warm start, slowest', value: Math.max(...warm) / 1000, unit: 's', target: 3, better: 'lower' },
        { name: 'first start on empty data', value: first / 1000, unit: 's', target: 15, better: 'lower' },
      ]
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
