// What an ad platform counts against what we hold, by campaign and day. Days that are missing here are read once more.
import type { Connector, DayCount, Stream } from '#server/connectors/kit/connector.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { Json } from '#server/connectors/kit/records.ts'
import { countSpendDays } from '../../../crm/service.ts'
import { dataSourceOf } from '../../../integrations/service.ts'
import type { RunSession } from '../run/run-session.ts'
import { commitStep } from '../run/commit-step.ts'
import * as streams from '../run/stream-queries.ts'
import { readStream } from './read-stream.ts'

const wholeEvery = 7 * 24 * 3600 * 1000
const wholeCount = 'campaign_day'

/** All days after a whole read and once a week; else those that a read looks at again, because their figures may still change. */
const sinceOf = async ({ engine, place, run }: RunSession): Promise<Json | null> => {
  if (run.kind !== 'incremental') return null
  const known = await engine.database.inClient(place.clientId, (tx) => streams.selectStreams(tx, place))
  const countedAt = known.get(wholeCount)?.counted_at?.getTime() ?? 0
  return countedAt < Date.now() - wholeEvery ? null : ((known.get('spend')?.watermark as Json | undefined) ?? null)
}

interface Counts {
  vendor: number
  own: number
}

type CountSpend = NonNullable<Connector['countSpend']>

/** Counting and reading again take longer than one sitting in a large account: where they go on. */
interface Counting {
  isReadAgain: boolean
  cursor: Json | null
}

const countingBy = ({ progress }: RunSession): Counting =>
  (progress.cursors['reconcile'] as { spend?: Counting } | undefined)?.spend ?? { isReadAgain: false, cursor: null }

const commitCounting = (sitting: RunSession, spend: Counting): Promise<void> =>
  commitStep(sitting, {
    phase: 'reconcile',
    cursor: { ...(sitting.progress.cursors['reconcile'] as object | undefined), spend } as unknown as Json,
  })

const partsMax = 1000

const countAtVendor = async (sitting: RunSession, countSpend: CountSpend, since: Json | null): Promise<DayCount> => {
  for (let part = 0; part < partsMax; part += 1) {
    const { isReadAgain, cursor } = countingBy(sitting)
    const counted = await countSpend(sitting.session, since, cursor)
    if (counted.next === null) return counted
    await commitCounting(sitting, { isReadAgain, cursor: counted.next })
  }
  throw new ConnectorFailure('bad_answer', `${sitting.session.http.vendor} keeps sending the same page while we count its days.`)
}

const countBoth = async (sitting: RunSession, countSpend: CountSpend, since: Json | null): Promise<Counts> => {
  const { engine, place } = sitting
  const { count: vendor, from, until } = await countAtVendor(sitting, countSpend, since)
  const own = await engine.database.inClient(
    place.clientId,
    // What was set aside is there all the same.
    async (tx) =>
      (await countSpendDays(tx, dataSourceOf(place), { from, until })) +
      (await streams.countRejectedDays(tx, place, { from, until })),
  )
  return { vendor, own }
}

const keepCounts = (sitting: RunSession, { vendor, own }: Counts): Promise<void> =>
  commitStep(sitting, {
    phase: 'reconcile',
    cursor: null,
    write: async (tx) => {
      const counted = { vendorCount: vendor, ownCount: own, missing: [], isPart: false }
      await streams.storeCount(tx, sitting.place, { object: wholeCount, ...counted })
      return {}
    },
  })

/** The same days counted once, although they are read twice. */
const fromTheBeginning = (stream: Stream): Stream => ({
  ...stream,
  read: async (session, position) => {
    const page = await stream.read(session, position)
    return position.cursor === null ? { ...page, isRestart: true } : page
  },
})

/** If the sitting ends meanwhile, the next one goes on with the stream as with any other, and comes back to count. */
const readAgain = async (sitting: RunSession, stream: Stream, since: Json | null): Promise<void> => {
  await commitCounting(sitting, { isReadAgain: true, cursor: null })
  const alone = { count: 1, signal: new AbortController().signal }
  await readStream(sitting, fromTheBeginning(stream), { cursor: null, since, isFirst: false }, alone)
}

const stillMissing = ({ vendor: name }: RunSession['session']['http'], { vendor, own }: Counts): ConnectorFailure =>
  new ConnectorFailure(
    'bad_answer',
    `${name} reports ${vendor.toLocaleString('en')} campaign days, but sent ${own.toLocaleString('en')}.`,
  )

export const reconcileSpend = async (sitting: RunSession): Promise<void> => {
  const { connector, session } = sitting
  const stream = connector.streams.find(({ name }) => name === 'spend')
  const { countSpend } = connector
  if (!stream || !countSpend) return
  const since = await sinceOf(sitting)
  let counts = await countBoth(sitting, countSpend, since)
  if (counts.vendor > counts.own && !countingBy(sitting).isReadAgain) {
    await readAgain(sitting, stream, since)
    counts = await countBoth(sitting, countSpend, since)
  }
  if (counts.vendor > counts.own) throw stillMissing(session.http, counts)
  if (since === null) await keepCounts(sitting, counts)
}
