// Processes are killed while all nine vendors are synced. The stored rows are compared, row for row, with a sync
// without kills.
import { join } from 'node:path'
import type { Difference } from '#server/testing/kills/differences.ts'
import { runStorm, usualRounds, type StormReport } from '#server/testing/kills/storm.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'

const median = (list: readonly number[]): number => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0

const lower = (name: string, value: number, target: number, unit = ''): Figure => ({ name, value, unit, target, better: 'lower' })

const figuresOf = (report: StormReport, minimum: number): Figure[] => {
  const { kills, seconds, differences } = report
  const rows = differences.filter(({ about }) => about === 'rows')
  const sum = (of: 'missing' | 'doubled' | 'wrong'): number => rows.reduce((total, one) => total + one[of], 0)
  const count = (about: Difference['about']): number => differences.filter((one) => one.about === about).length
  const waits = (['worker', 'product', 'postmaster'] as const).flatMap((victim) => [
    lower(
      `killed ${victim}: went on, median of ${seconds[victim].length}`,
      median(seconds[victim]),
      victim === 'worker' ? 25 : 60,
      's',
    ),
    lower(`killed ${victim}: went on, worst`, Math.max(0, ...seconds[victim]), victim === 'worker' ? 30 : 120, 's'),
  ])
  return [
    { name: 'kills', value: kills.worker + kills.product + kills.postmaster, unit: '', target: minimum, better: 'higher' },
    ...Object.entries(kills).map(([victim, count]): Figure => ({
      name: `  ${victim}`,
      value: count,
      unit: '',
      target: 0,
      better: 'higher',
    })),
    ...waits,
    lower('rows missing', sum('missing'), 0),
    lower('rows doubled', sum('doubled'), 0),
    lower('rows wrong', sum('wrong'), 0),
    lower('sources whose runs wrote or read another number of records', count('counts'), 0),
    lower('companies in which a run ended twice or never', count('ends'), 0),
    lower('processes that ended by themselves', report.endedByThemselves, 0),
  ]
}

export const killsBench: Bench = {
  about: 'workers, the product and PostgreSQL killed while nine vendors are read; --kills N, --minutes M, --seed S',
  run: ({ quick, kills = quick ? 20 : 500, minutes = quick ? 3 : 60, seed = Date.now() % 1_000_000 }) =>
    inFolder(async (folder) => {
      console.log(`seed ${seed}`)
      const report = await runStorm({
        dataDir: join(folder, 'data'),
        seed,
        kills,
        acts: Infinity,
        until: Date.now() + minutes * 60_000,
        killsARound: Infinity,
        victims: [...Array.from({ length: 10 }, () => 'worker' as const), 'product', 'postmaster'],
        leaseSeconds: 20,
        answerMs: 150,
        gapMs: 2000,
        workers: 3,
        readers: quick ? 1 : 3,
        rounds: usualRounds,
        size: { people: 200, deals: 80, days: 120 },
        log: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
      })
      console.log(
        `first reads ${report.reads.first}, later reads ${report.reads.later}, interrupted again before they went on ${report.hitAgain}`,
      )
      if (report.differences.length > 0) process.exitCode = 1
      return figuresOf(report, kills)
    }),
}
