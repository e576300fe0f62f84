// npm run fuzz                                   all campaigns with a new seed, which is printed
// npm run fuzz -- --seed 7 --only malformed      one of them again; --requests N and --minutes M bound each
import { parseArgs } from 'node:util'
import { createFromTemplate, startTestCluster } from '#server/testing/database/cluster.ts'
import { campaignNames, openFuzzing } from './play.ts'
import { linesOf, summaryOf } from './show.ts'
import { createTally, report, type Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: '40000' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
})
const chosen = campaignNames.filter((name) => values.only === undefined || values.only === name)
const seed = Number(values.seed)
const bounds = { requests: Number(values.requests), minutes: Number(values.minutes) }

if (chosen.length === 0 || !Number.isSafeInteger(seed) || !(bounds.requests > 0) || !(bounds.minutes > 0)) {
  console.error(`Use --seed S, --requests N, --minutes M and --only ${campaignNames.join('|')}.`)
  process.exit(2)
}

/** Uncaught errors would have ended the product. */
const uncaught: string[] = []
process.on('uncaughtException', (error) => void uncaught.push(String(error.stack)))
process.on('unhandledRejection', (reason) => void uncaught.push(String((reason as Error).stack)))

/** A campaign that cannot continue is a finding too, even if the fault is its own. */
const brokenOff = (name: string, error: unknown): Tally => {
  const tally = createTally(name)
  report(tally, { kind: 'failure', what: `broke off: ${String((error as Error).stack)}` })
  return tally
}

const play = async (): Promise<Tally[]> => {
  const cluster = await startTestCluster()
  try {
    const fuzzing = await openFuzzing(await createFromTemplate(cluster, 'fuzz', 'empty'))
    const tallies: Tally[] = []
    for (const name of chosen) {
      const began = performance.now()
      const tally = await fuzzing.run(name, { seed, ...bounds }).catch((error: unknown) => brokenOff(name, error))
      console.log(`${name}: ${tally.requests} requests in ${Math.round((performance.now() - began) / 1000)} s`)
      tallies.push(tally)
    }
    await fuzzing.close()
    return tallies
  } finally {
    await cluster.stop()
  }
}

console.log(`Seed ${seed}: at most ${bounds.requests} requests and ${bounds.minutes} minutes for each of ${chosen.join(', ')}`)
const tallies = await play().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
for (const tally of tallies) for (const finding of tally.findings) console.log(linesOf(tally, finding, seed))
for (const { campaign, notes } of tallies) for (const note of notes) console.log(`${campaign}: ${note}`)
for (const stack of uncaught) console.log(`The process would have ended: ${stack}`)
console.log(summaryOf(tallies))
process.exit(uncaught.length + tallies.flatMap(({ findings }) => findings).length === 0 ? 0 : 1)
