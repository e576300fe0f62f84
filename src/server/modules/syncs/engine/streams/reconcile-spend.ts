// Compares an ad platform's counts with ours, by campaign and day. Days that are missing here are read again.
import { streamsOf, type AdAccounts, type DayCount, type Stream } from '#server/connectors/kit/connector.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { Json } from '#server/connectors/kit/records.ts'
import { countSpendDays } from '../../../crm/deletion/service.ts'
import { dataSourceOf } from '../../../integrations/model.ts'
import type { RunSession } from '../run/run-session.ts'
import { commitStep } from '../run/commit-step.ts'
import * as streams from '../run/stream-queries.ts'
import { readStream } from './read-stream.ts'

const wholeEvery = 7 * 24 * 3600 * 1000
const wholeCount = 'campaign_day'

/** All days after a full read and once a week; otherwise the recent days, whose figures may still change. */
const sinceOf = async ({ engine, ref, run }: RunSession): Promise<Json | null> => {
  if (run.kind !== 'incremental') return null
  const known = await engine.database.inClient(ref.clientId, (tx) => streams.selectStreams(tx, ref))
  const countedAt = known.get(wholeCount)?.counted_at?.getTime() ?? 0
  return countedAt < Date.now() - wholeEvery ? null : ((known.get('spend')?.watermark as Json | undefined) ?? null)
}

interface Counts {
  vendor: number
  own: number
}

type CountSpend = NonNullable<AdAccounts['countSpend']>

/** In a large account, counting and rereading take longer than one session: this is where they continue. */
interface Counting {
  isReadAgain: boolean
  cursor: Json | null
}

const countingBy = ({ progress }: RunSession): Counting =>
  (progress.cursors['reconcile'] as { spend?: Counting } | undefined)?.spend ?? { isReadAgain: false, cursor: null }

const commitCounting = (runSession: RunSession, spend: Counting): Promise<void> =>
  commitStep(runSession, {
    phase: 'reconcile',
    cursor: { ...(runSession.progress.cursors['reconcile'] as object | undefined), spend } as unknown as Json,
  })

const partsMax = 1000

const countAtVendor = async (runSession: RunSession, countSpend: CountSpend, since: Json | null): Promise<DayCount> => {
  for (let part = 0; part < partsMax; part += 1) {
    const { isReadAgain, cursor } = countingBy(runSession)
    const counted = await countSpend(runSession.session, since, cursor)
    if (counted.next === null) return counted
    await commitCounting(runSession, { isReadAgain, cursor: counted.next })
  }
  throw new ConnectorFailure(
    'bad_answer',
    `${runSession.session.http.vendor} keeps sending the same page while we count its days.`,
  )
}

const countBoth = async (runSession: RunSession, countSpend: CountSpend, since: Json | null): Promise<Counts> => {
  const { engine, ref } = runSession
  const { count: vendor, from, until } = await countAtVendor(runSession, countSpend, since)
  const own = await engine.database.inClient(
    ref.clientId,
    // Rejected days exist at the vendor nevertheless.
    async (tx) =>
      (await countSpendDays(tx, dataSourceOf(ref), { from, until })) +
      (await streams.countRejectedDays(tx, ref, { from, until })),
  )
  return { vendor, own }
}

const keepCounts = (runSession: RunSession, { vendor, own }: Counts): Promise<void> =>
  commitStep(runSession, {
    phase: 'reconcile',
    cursor: null,
    write: async (tx) => {
      const counted = { vendorCount: vendor, ownCount: own, missing: [], isPart: false }
      await streams.storeCount(tx, runSession.ref, { object: wholeCount, ...counted })
      return {}
    },
  })

/** The same days are counted once, although they are read twice. */
const fromTheBeginning = (stream: Stream): Stream => ({
  ...stream,
  read: async (session, position) => {
    const page = await stream.read(session, position)
    return position.cursor === null ? { ...page, isRestart: true } : page
  },
})

/** If the session ends meanwhile, the next session continues the stream and then returns to counting. */
const readAgain = async (runSession: RunSession, stream: Stream, since: Json | null): Promise<void> => {
  await commitCounting(runSession, { isReadAgain: true, cursor: null })
  const alone = { count: 1, signal: new AbortController().signal }
  await readStream(runSession, fromTheBeginning(stream), { cursor: null, since, isFirst: false }, alone)
}

const stillMissing = ({ vendor: name }: RunSession['session']['http'], { vendor, own }: Counts): ConnectorFailure =>
  new ConnectorFailure(
    'bad_answer',
    `${name} reports ${vendor.toLocaleString('en')} campaign days, but sent ${own.toLocaleString('en')}.`,
  )

export const reconcileSpend = async (runSession: RunSession): Promise<void> => {
  const { connector, session } = runSession
  const stream = streamsOf(connector).find(({ name }) => name === 'spend')
  const { countSpend } = connector.adAccounts ?? {}
  if (!stream || !countSpend) return
  const since = await sinceOf(runSession)
  let counts = await countBoth(runSession, countSpend, since)
  if (counts.vendor > counts.own && !countingBy(runSession).isReadAgain) {
    await readAgain(runSession, stream, since)
    counts = await countBoth(runSession, countSpend, since)
  }
  if (counts.vendor > counts.own) throw stillMissing(session.http, counts)
  if (since === null) await keepCounts(runSession, counts)
}
