// What a company sees while it writes criteria, over a large source, and what it costs to give an agency what they share.
import { pino } from 'pino'
import { emptyCriteria, type Criteria, type Leaf } from '#contract/criteria/criteria.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createDatabase } from '#server/platform/db/scope.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import type { Preview } from '#server/modules/criteria/model.ts'
import { previewCriteria, suggestValues } from '#server/modules/criteria/service.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'
import { fill } from './sharing/fill.ts'
import { latencyFigures } from './sharing/latency.ts'
import { ledgerFigures } from './sharing/ledger.ts'
import { projectionFigures } from './sharing/projection.ts'

const tagged: Leaf = { field: 'tag', op: 'has_any', values: ['northlight'] }
const ads: Leaf = { field: 'source_field', name: 'lead_source', op: 'in', values: ['Google Ads', 'Meta'] }

const casesOf = (integrationId: string): Record<string, Criteria> => {
  const of = (change: Partial<Criteria>): Criteria => ({ ...emptyCriteria(integrationId), type_of_data: 'BASIC', ...change })
  const pipeline: Leaf = { field: 'pipeline', op: 'in', values: ['p1'] }
  return {
    'contacts with a tag': of({ match_on: 'contact', filter: tagged }),
    'contacts with a source, this year': of({ match_on: 'contact', filter: ads, since: '2026-01-01' }),
    'opportunities of a pipeline': of({ match_on: 'opportunity', filter: pipeline }),
    'contacts of a list': of({ match_on: 'contact', filter: { field: 'list', op: 'in', values: ['l3'] } }),
    'tag, and source or pipeline; either record': of({ filter: { all: [tagged, { any: [ads, pipeline] }] } }),
  }
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const timesOf = async (work: () => Promise<unknown>, rounds: number): Promise<number[]> => {
  const times: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const begun = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times
}

const figuresOf = (name: string, times: readonly number[], target: number): Figure[] =>
  ([0.5, 0.95] as const).map((share) => ({
    name: `${share === 0.5 ? '' : '  '}${name}: p${share * 100}`,
    value: Math.round(at(times, share)),
    unit: 'ms',
    target,
    better: 'lower',
  }))

interface Counting {
  estimate: boolean
  /** The criteria in force. */
  against?: Criteria | undefined
}

/** The first counts, estimated if the source is large, and the exact ones that follow. */
const previewFigures = async (
  preview: (counting: Counting) => Promise<Preview>,
  name: string,
  { against, rounds }: { against?: Criteria | undefined; rounds: number },
) => {
  const { shared } = await preview({ estimate: false })
  if (shared.contacts === 0 || shared.opportunities === 0) throw new Error(`${name}: nothing is shared`)
  return [
    ...figuresOf(`first counts, ${name}`, await timesOf(() => preview({ estimate: true, against }), rounds), 300),
    ...figuresOf(
      `exact counts, ${name}`,
      await timesOf(() => preview({ estimate: false, against }), rounds),
      against ? 2000 : 1000,
    ),
  ]
}

const run = async (dataDir: string, quick: boolean): Promise<Figure[]> => {
  const size = quick ? { contacts: 30_000, opportunities: 18_000 } : { contacts: 300_000, opportunities: 180_000 }
  const { cluster, location } = await startEmbedded(dataDir)
  const database = createDatabase(location, pino({ level: 'silent' }))
  try {
    await migrate(location)
    const { clientId, integrationId } = await fill(location, size)
    const rounds = quick ? 20 : 40
    const figures: Figure[] = []
    const cases = Object.entries(casesOf(integrationId))
    for (const [name, criteria] of cases) {
      const preview = (counting: Counting) =>
        database.inClient(clientId, (tx) => previewCriteria(tx, clientId, criteria, counting))
      figures.push(...(await previewFigures(preview, name, { rounds })))
      // With the difference to the last case, which is the slowest.
      const against = cases.at(-1)?.[1]
      if (criteria !== against) figures.push(...(await previewFigures(preview, `${name}, and what changes`, { against, rounds })))
    }
    const suggest = () =>
      database.inClient(clientId, (tx) => suggestValues(tx, clientId, { integrationId, field: 'tag', search: 'nor' }))
    figures.push(...figuresOf('tags that contain a text', await timesOf(suggest, rounds), 300))
    const company = await fill(
      location,
      quick ? { contacts: 10_000, opportunities: 6000 } : { contacts: 100_000, opportunities: 60_000 },
    )
    figures.push(...(await projectionFigures(database, company)))
    return [...figures, ...(await ledgerFigures(database, company, rounds * 5))]
  } finally {
    await database.close()
    await cluster.stop()
  }
}

export const sharingBench: Bench = {
  about:
    'Previews of criteria over 300,000 contacts of one source, the rows that an agency gets of 100,000, how soon it gets them, and the ledger of who saw them',
  run: async ({ quick }) => [...(await inFolder((dataDir) => run(dataDir, quick))), ...(await latencyFigures(quick))],
}
