// Takes a run as far as it gets in one sitting. A crash anywhere goes on at the last page that was saved.
import type { Stream } from '#server/connectors/kit/connector.ts'
import type { Json } from '#server/connectors/kit/records.ts'
import { wakeRun, type Phase, type RunPlace } from '../../runs/service.ts'
import { endBadly, endWell, handOver } from './ending.ts'
import { objectsOf, streamOf } from './plan.ts'
import { readStream } from './read-stream.ts'
import { commitStep, sitDown, type Engine, type Sitting } from './sitting.ts'
import { reconcile, retryRejects, takeHints } from './small-phases.ts'
import { countRejects, selectStreams } from './stream-queries.ts'

class TimeIsUp extends Error {}

const day = 24 * 3600 * 1000

/** Who is in which list is read whole, which costs many requests: once a day is enough. */
const canWait = (stream: Stream, completedAt: Date | null | undefined): boolean =>
  stream.name === 'memberships' && stream.isWhole === true && (completedAt?.getTime() ?? 0) > Date.now() - day

const readFrom = async (sitting: Sitting, stream: Stream): Promise<void> => {
  const { engine, place, run, progress } = sitting
  const known = await engine.database.inClient(place.clientId, (tx) => selectStreams(tx, place))
  const before = known.get(stream.name)
  const isChanges = run.kind === 'incremental'
  if (isChanges && canWait(stream, before?.completed_at)) return
  const cursor = progress.phase === stream.name ? (progress.cursor as Json | null) : null
  const since = isChanges ? ((before?.watermark as Json | undefined) ?? null) : null
  await readStream(sitting, stream, { cursor, since, isFirst: before === undefined })
}

const doPhase = async (sitting: Sitting, phase: Phase): Promise<void> => {
  if (phase.name === 'retries') return retryRejects(sitting)
  if (phase.name === 'hints') return takeHints(sitting)
  if (phase.name === 'reconcile') return reconcile(sitting)
  const stream = sitting.connector.streams.find(({ name }) => name === phase.name)
  if (stream) await readFrom(sitting, stream)
}

const mark = (sitting: Sitting, name: string, state: Phase['state']): Phase[] =>
  sitting.progress.phases.map((phase) => (phase.name === name ? { ...phase, state } : phase))

/** How much there is to read, asked once at the beginning, so that people can see how far it is. */
const askTotals = async (sitting: Sitting): Promise<void> => {
  const { connector, session, progress, run } = sitting
  if (run.kind === 'incremental' || !connector.count || progress.phase !== null) return
  const totals = new Map<string, number>()
  for (const object of objectsOf(connector)) {
    const count = await connector.count(session, object)
    if (count !== null) totals.set(streamOf(object), count)
  }
  const phases = progress.phases.map((phase) => ({ ...phase, total: totals.get(phase.name) ?? phase.total }))
  const first = phases[0]?.name ?? null
  await commitStep(sitting, { phases, phase: first, cursor: null })
}

const advanceThrough = async (sitting: Sitting): Promise<void> => {
  const { engine, place } = sitting
  sitting.hasRejects = (await engine.database.inClient(place.clientId, (tx) => countRejects(tx, place))) > 0
  await askTotals(sitting)
  for (const phase of sitting.progress.phases) {
    if (phase.state === 'done') continue
    if (Date.now() - sitting.startedAt > engine.sittingMs) throw new TimeIsUp()
    const isResumed = sitting.progress.phase === phase.name && phase.state === 'running'
    if (!isResumed) await commitStep(sitting, { phases: mark(sitting, phase.name, 'running'), phase: phase.name, cursor: null })
    await doPhase(sitting, phase)
    const isMarked = sitting.progress.phases.some(({ name, state }) => name === phase.name && state === 'done')
    if (!isMarked) await commitStep(sitting, { phases: mark(sitting, phase.name, 'done'), phase: phase.name, cursor: null })
  }
}

/** Says whether the run was ours to advance. */
export const advanceRun = async (engine: Engine, place: RunPlace, signal?: AbortSignal): Promise<boolean> => {
  const sitting = await sitDown(engine, place, signal)
  if (!sitting) return false
  const limit = setTimeout(() => sitting.controller.abort(new TimeIsUp()), engine.sittingMs)
  limit.unref()
  try {
    await advanceThrough(sitting)
    await endWell(sitting)
  } catch (error) {
    if (error instanceof TimeIsUp) await handOver(sitting)
    else await endBadly(sitting, error)
  } finally {
    clearTimeout(limit)
    sitting.stopHeart()
  }
  return true
}

/** Somebody else holds the run, or held it when they died: looked at again when their lease is over. */
export const lookAgainLater = (engine: Engine, place: RunPlace): Promise<void> =>
  engine.database.inClient(place.clientId, (tx) => wakeRun(tx, engine.desk, { ...place, inSeconds: engine.leaseSeconds + 1 }))
