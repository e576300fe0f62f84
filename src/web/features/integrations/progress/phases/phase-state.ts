import type { Run } from '#contract/syncs/runs.ts'
import { isOpen, isPausedRun } from '../run-state.ts'

export type Phase = Run['phases'][number]

const internalPhases: ReadonlySet<Phase['name']> = new Set(['hints', 'retries', 'reconcile'])

/** Internal phases are shown only if they read something. */
export const isWorthShowing = ({ name, read }: Phase): boolean => read > 0 || !internalPhases.has(name)

export type PhaseState = Phase['state'] | 'resting' | 'stopped' | 'notReached'

/** The state of a phase. In a paused run no phase is running; in a run that has ended no phase is pending either. */
export const phaseStateOf = (run: Run, { state }: Phase): PhaseState => {
  if (state === 'running' && isPausedRun(run)) return 'resting'
  if (state === 'done' || isOpen(run)) return state
  return state === 'running' ? 'stopped' : 'notReached'
}
