// Workers, the product and its PostgreSQL die at any moment. What is held afterwards is the same as if nobody had.
// `npm run bench -- kills` does this for an hour, with the lease of real life.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runStorm, type StormReport } from '#server/testing/kills/storm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-kills-'))
let report: StormReport

beforeAll(async () => {
  chmodSync(folder, 0o755)
  report = await runStorm({
    dataDir: join(folder, 'data'),
    seed: 2026,
    kills: Infinity,
    acts: 1,
    until: Infinity,
    killsARound: 2,
    victims: ['worker', 'product', 'postmaster'],
    leaseSeconds: 2,
    answerMs: 60,
    gapMs: 600,
    workers: 2,
    readers: 1,
    rounds: [{ kind: 'incremental', isQuiet: false }],
    size: { people: 120, deals: 50, days: 60 },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('after kills of all kinds, first and later reads of all nine vendors hold what a read in peace holds, row for row [SYNC-06]', () => {
  const { worker, product, postmaster } = report.kills
  expect(worker + product + postmaster).toBeGreaterThan(5)
  expect(Math.min(worker, product, postmaster)).toBeGreaterThan(0)
  expect(report.reads).toEqual({ first: 9, later: 18 })
  expect(report.differences).toEqual([])
})

it('runs that were interrupted went on, and whoever was not killed stayed up', () => {
  // Which victim was at work is a matter of chance; of all of them somebody was.
  expect(Object.values(report.seconds).flat().length).toBeGreaterThan(0)
  expect(report.endedByThemselves).toBe(0)
})
