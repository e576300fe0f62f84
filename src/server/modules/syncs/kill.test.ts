// Workers, the product and its PostgreSQL are killed at any moment. The stored rows are the same as without kills.
// `npm run bench -- kills` does this for an hour, with the lease of production.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runStorm, type StormReport } from '#server/testing/kills/storm.ts'
import { newFolder } from '#server/testing/database/folder.ts'

const folder = newFolder('tributary-kills-')
let report: StormReport

beforeAll(async () => {
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

it('first and later syncs of all nine vendors store the same rows with kills as without, row for row [SYNC-06]', () => {
  const { worker, product, postmaster } = report.kills
  expect(worker + product + postmaster).toBeGreaterThan(5)
  expect(Math.min(worker, product, postmaster)).toBeGreaterThan(0)
  expect(report.reads).toEqual({ first: 9, later: 18 })
  expect(report.differences).toEqual([])
})

it('interrupted runs were resumed, and processes that were not killed stayed up', () => {
  // Which victim was at work is random, but at least one was.
  expect(Object.values(report.seconds).flat().length).toBeGreaterThan(0)
  expect(report.endedByThemselves).toBe(0)
})
