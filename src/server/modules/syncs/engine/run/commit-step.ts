// One step of a run: the rows that it writes, and the progress of the run after it.
import { streamsOf } from '#server/connectors/kit/connector.ts'
import type { Json } from '#server/connectors/kit/records.ts'
import { listFilter } from '#server/connectors/kit/text.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { record } from '../../../acts/service.ts'
import { acts } from '../../acts.ts'
import type { WriteContext, Outcome, SaveOptions } from '../../../crm/model.ts'
import { dataSourceOf } from '../../../integrations/model.ts'
import { saveProgress } from '../../runs/queries.ts'
import type { Phase, Progress } from '../../runs/model.ts'
import { Canceled, LeaseLost, type RunSession } from './run-session.ts'
import { addToCounts } from './stream-queries.ts'

/** How this source's records are saved. */
export const saveOptionsOf = ({ connector, settings }: RunSession): SaveOptions => ({
  historyComesApart: streamsOf(connector).some(({ name }) => name === 'stage_history'),
  isListWanted: listFilter(settings),
})

const nothing: Outcome = {
  created: 0,
  changed: 0,
  unchanged: 0,
  deleted: 0,
  merged: 0,
  returned: 0,
  growth: { contact: 0, opportunity: 0 },
}

/** Screens are notified at most twice a second. */
const publishEvery = 500

/** While no row changes, progress is saved at this interval (ms). */
const saveWithin = 250

/** Records that were read more than this many seconds ago hardly count for the displayed speed. */
const rateSpan = 10

export interface Step {
  /** What is written. Absent: only the progress. */
  write?: (tx: Tx, origin: WriteContext) => Promise<Partial<Outcome> & { mustSave?: boolean }>
  /** Records and pages that this step processed, and how many records were rejected. */
  records?: number
  pages?: number
  rejected?: number
  /** The progress of the run after this step. */
  phases?: (before: readonly Phase[]) => readonly Phase[]
  phase: string | null
  cursor: Json | null
  /** If this step changes no row, its progress may be saved later: a worker that takes over reads a few pages again. */
  mayWait?: boolean
  /** Saves and announces the progress of earlier steps. A wait for the vendor that was noted since then stays noted. */
  isLate?: boolean
}

/** The remaining time is estimated from streams with a known total. Other streams read in parallel do not make it faster. */
const countsForSpeed = ({ phases }: Progress, name: string | null): boolean =>
  phases.every(({ total }) => total === null) || phases.some((phase) => phase.name === name && phase.total !== null)

const measure = (runSession: RunSession, { records = 0, phase }: Step): number => {
  const { progress } = runSession
  if (records <= 0 || !countsForSpeed(progress, phase)) return progress.rate
  const now = Date.now()
  const seconds = Math.max(0.001, (now - runSession.lastCommit) / 1000)
  runSession.lastCommit = now
  const speed = records / seconds
  const weight = progress.rate === 0 ? 1 : 1 - Math.exp(-seconds / rateSpan)
  return progress.rate + (speed - progress.rate) * weight
}

const wasSavedLately = ({ lastSaved }: RunSession): boolean => Date.now() - lastSaved < saveWithin

const hasChanged = ({ created, changed, deleted, merged }: Outcome): boolean => created + changed + deleted + merged > 0

/** A step that changes one phase. */
export const changing =
  (name: string, change: (phase: Phase) => Partial<Phase>): NonNullable<Step['phases']> =>
  (phases) =>
    phases.map((phase) => (phase.name === name ? { ...phase, ...change(phase) } : phase))

const cursorsAfter = (before: Progress['cursors'], { phase, cursor }: Step): Progress['cursors'] => {
  if (phase === null) return before
  const { [phase]: _old, ...others } = before
  return cursor === null ? others : { ...others, [phase]: cursor }
}

const phasesAfter = (before: Progress, step: Step): Pick<Progress, 'phases' | 'phase' | 'cursors'> => {
  const phases = step.phases?.(before.phases) ?? before.phases
  return {
    phases,
    // The first of several streams that are read in parallel.
    phase: phases.find(({ state }) => state === 'running')?.name ?? (step.isLate ? before.phase : step.phase),
    cursors: cursorsAfter(before.cursors, step),
  }
}

const progressAfter = (before: Progress, step: Step, outcome: Outcome): Progress => ({
  ...before,
  ...phasesAfter(before, step),
  records: before.records + (step.records ?? 0),
  created: before.created + outcome.created,
  changed: before.changed + outcome.changed,
  unchanged: before.unchanged + outcome.unchanged,
  deleted: before.deleted + outcome.deleted,
  merged: before.merged + outcome.merged,
  rejected: before.rejected + (step.rejected ?? 0),
  pages: before.pages + (step.pages ?? 0),
})

/** Whether nothing is lost if the progress is saved with a later step. */
const maySaveLater = (runSession: RunSession, { mayWait }: Step, outcome: Outcome & { mustSave: boolean }): boolean =>
  mayWait === true && !outcome.mustSave && !hasChanged(outcome) && wasSavedLately(runSession)

const announce = async (tx: Tx, runSession: RunSession): Promise<void> => {
  await record(tx, acts['sync.progressed'], { clientId: runSession.ref.clientId })
  runSession.lastPublished = runSession.lastSaved
}

/** Writes the rows and the progress of the run in one transaction. */
const commitNow = async (runSession: RunSession, step: Step): Promise<void> => {
  const { engine, ref, token, progress } = runSession
  const origin: WriteContext = { ...dataSourceOf(ref), runId: ref.runId, at: new Date(), dispatcher: engine.dispatcher }
  const rate = measure(runSession, step)
  const after = await engine.database.inClient(ref.clientId, async (tx) => {
    const { mustSave = false, ...written } = (await step.write?.(tx, origin)) ?? {}
    const outcome = { ...nothing, ...written, mustSave }
    const next = { ...progressAfter(progress, step, outcome), requests: runSession.counter.requests, rate }
    runSession.isBehind = maySaveLater(runSession, step, outcome)
    if (runSession.isBehind) return { next, isCanceled: false }
    await addToCounts(tx, ref, outcome.growth)
    const { isLate = false } = step
    const saved = await saveProgress(tx, ref, { token, seconds: engine.leaseSeconds, progress: next, isLate })
    if (!saved) throw new LeaseLost()
    runSession.lastSaved = Date.now()
    const wasPublishedLately = runSession.lastSaved - runSession.lastPublished < publishEvery
    runSession.isBehind = wasPublishedLately && !isLate && next.phase === progress.phase
    if (!runSession.isBehind) await announce(tx, runSession)
    return { next, isCanceled: saved.cancel_requested }
  })
  runSession.progress = after.next
  if (after.isCanceled) {
    runSession.wasCanceled = true
    throw new Canceled()
  }
}

/** Streams are read in parallel, but their steps are saved one after the other. */
const commitInTurn = (runSession: RunSession, step: Step): Promise<void> => {
  const committed = runSession.turn.then(() => commitNow(runSession, step))
  runSession.turn = committed.catch(() => {})
  return committed
}

/** If the vendor is slow and no step follows, users see the progress so far nevertheless. A failure shows in the next step. */
const catchUpLater = (runSession: RunSession): void => {
  runSession.catchUp ??= setTimeout(() => {
    runSession.catchUp = undefined
    if (runSession.isBehind) void commitInTurn(runSession, { phase: null, cursor: null, isLate: true }).catch(() => {})
  }, publishEvery)
}

export const commitStep = async (runSession: RunSession, step: Step): Promise<void> => {
  await commitInTurn(runSession, step)
  if (runSession.isBehind) catchUpLater(runSession)
}
