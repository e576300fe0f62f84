// Advances a run as far as one session allows. After a crash the run resumes at the last saved page.
import { objectsOf, streamsOf, type Stream } from '#server/connectors/kit/connector.ts'
import type { Json } from '#server/connectors/kit/records.ts'
import { wakeRun } from '../runs/service.ts'
import type { Phase, RunRef } from '../runs/model.ts'
import { readStream, type SiblingStreams } from './streams/read-stream.ts'
import { reconcileSpend } from './streams/reconcile-spend.ts'
import { reconcile } from './streams/reconcile.ts'
import { endBadly, endWell, startNextRun } from './ending.ts'
import { isItsOwn, streamOf } from './run/plan.ts'
import { acquireRun, type RunSession } from './run/run-session.ts'
import type { Engine } from './run/taken-run.ts'
import { retryRejects, takeWebhookEvents } from './small-phases.ts'
import { changing, commitStep } from './run/commit-step.ts'
import { hasRejects, selectStreams } from './run/stream-queries.ts'

class TimeIsUp extends Error {}

const day = 24 * 3600 * 1000

/** List memberships are always read in full, which takes many requests, so once a day is enough. */
const canWait = (stream: Stream, completedAt: Date | null | undefined): boolean =>
  stream.name === 'memberships' && stream.isFullSnapshot === true && (completedAt?.getTime() ?? 0) > Date.now() - day

/** The state of each stream after earlier runs. */
type Known = Awaited<ReturnType<typeof selectStreams>>

interface PhaseContext {
  before: Known
  siblings: SiblingStreams
}

const readFrom = async (runSession: RunSession, stream: Stream, { before, siblings }: PhaseContext): Promise<void> => {
  const { run, progress } = runSession
  const known = before.get(stream.name)
  const isChanges = run.kind === 'incremental'
  if (isChanges && canWait(stream, known?.completed_at)) return
  const cursor = (progress.cursors[stream.name] as Json | undefined) ?? null
  const since = isChanges ? ((known?.watermark as Json | undefined) ?? null) : null
  await readStream(runSession, stream, { cursor, since, isFirst: known === undefined }, siblings)
}

const doPhase = async (runSession: RunSession, phase: Phase, phaseContext: PhaseContext): Promise<void> => {
  if (phase.name === 'retries') return retryRejects(runSession)
  if (phase.name === 'hints') return takeWebhookEvents(runSession)
  if (phase.name === 'reconcile') {
    await reconcile(runSession)
    return reconcileSpend(runSession)
  }
  const stream = streamsOf(runSession.connector).find(({ name }) => name === phase.name)
  if (stream) await readFrom(runSession, stream, phaseContext)
}

const mark = (runSession: RunSession, { name }: Phase, state: Phase['state']): Promise<void> =>
  commitStep(runSession, { phases: changing(name, () => ({ state })), phase: name, cursor: null })

/** Asks the vendor once, at the beginning, how many records there are, so that users see the progress. */
const askTotals = async (runSession: RunSession): Promise<void> => {
  const { connector, session, progress, run } = runSession
  const { count: countAt } = connector.read ?? {}
  if (run.kind === 'incremental' || !countAt || progress.phase !== null) return
  const totals = new Map<string, number>()
  for (const object of objectsOf(connector)) {
    const count = await countAt(session, object)
    if (count !== null) totals.set(streamOf(object), count)
  }
  await commitStep(runSession, {
    phases: (phases) => phases.map((phase) => ({ ...phase, total: totals.get(phase.name) ?? phase.total })),
    phase: progress.phases[0]?.name ?? null,
    cursor: null,
  })
}

const runPhase = async (runSession: RunSession, phase: Phase, phaseContext: PhaseContext): Promise<void> => {
  if (phase.state !== 'running') await mark(runSession, phase, 'running')
  await doPhase(runSession, phase, phaseContext)
  const isMarked = runSession.progress.phases.some(({ name, state }) => name === phase.name && state === 'done')
  if (!isMarked) await mark(runSession, phase, 'done')
}

/** Phases that run one after the other. The lanes of a group run in parallel. */
type Lane = Phase[]

const groupsOf = ({ progress, connector }: RunSession, before: Known): Lane[][] => {
  const streams = new Map<string, Stream>(streamsOf(connector).map((stream) => [stream.name, stream]))
  const groups: Lane[][] = []
  let previous = ''
  for (const phase of progress.phases) {
    const alongside = streams.get(phase.name)?.parallel
    const group = groups.at(-1)
    if (!alongside || !group) groups.push([[phase]])
    else if (alongside === 'always' || before.has(previous)) group.push([phase])
    else group[0]?.push(phase)
    previous = phase.name
  }
  return groups
}

/** When one phase fails, the others stop, unless the failure concerns that stream alone. The first failure is the reason. */
const runInParallel = async (
  lanes: readonly Lane[],
  work: (phase: Phase, siblings: SiblingStreams) => Promise<void>,
): Promise<void> => {
  const stop = new AbortController()
  const failures: unknown[] = []
  const left = lanes.map((lane) => lane.filter(({ state }) => state !== 'done')).filter((lane) => lane.length > 0)
  const siblings = { count: left.length, signal: stop.signal }
  const goAlong = async (lane: Lane): Promise<void> => {
    for (const phase of lane) await work(phase, siblings)
  }
  const fail = (error: unknown): void => {
    failures.push(error)
    if (!isItsOwn(error)) stop.abort(error)
  }
  await Promise.all(left.map((lane) => goAlong(lane).catch(fail)))
  // The abort that stopped all phases wins over single failures: the run is continued later.
  stop.signal.throwIfAborted()
  if (failures.length > 0) throw failures[0]
}

const advanceThrough = async (runSession: RunSession): Promise<void> => {
  const { engine, ref } = runSession
  const before = await engine.database.inClient(ref.clientId, async (tx) => {
    runSession.hasRejects = await hasRejects(tx, ref)
    return selectStreams(tx, ref)
  })
  await askTotals(runSession)
  for (const lanes of groupsOf(runSession, before)) {
    if (Date.now() - runSession.startedAt > engine.sessionMs) throw new TimeIsUp()
    await runInParallel(lanes, (phase, siblings) => runPhase(runSession, phase, { before, siblings }))
  }
}

/** Returns whether this worker could advance the run. */
export const advanceRun = async (engine: Engine, ref: RunRef, signal?: AbortSignal): Promise<boolean> => {
  const runSession = await acquireRun(engine, ref, signal)
  if (!runSession) return false
  const limit = setTimeout(() => runSession.controller.abort(new TimeIsUp()), engine.sessionMs)
  limit.unref()
  try {
    await advanceThrough(runSession)
    await endWell(runSession)
  } catch (error) {
    if (error instanceof TimeIsUp) await startNextRun(runSession)
    else await endBadly(runSession, error)
  } finally {
    clearTimeout(limit)
    runSession.release()
  }
  return true
}

/** Another worker holds the run, or held it when it died: try again when its lease expires. */
export const wakeLater = (engine: Engine, ref: RunRef, leaseUntil: Date | null): Promise<void> => {
  const left = ((leaseUntil?.getTime() ?? 0) - Date.now()) / 1000
  return engine.database.inClient(ref.clientId, (tx) => wakeRun(tx, engine.dispatcher, { ...ref, inSeconds: Math.max(1, left) }))
}
