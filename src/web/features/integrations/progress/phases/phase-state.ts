import type { Run } from '#contract/syncs/runs.ts'
import { isOpen, isResting } from '../run-state.ts'

export type Phase = Run['phases'][number]

const household: ReadonlySet<Phase['name']> = new Set(['hints', 'retries', 'reconcile'])

/** Work behind the scenes is worth a line where it brought something. */
export const isWorthSaying = ({ name, read }: Phase): boolean => read > 0 || !household.has(name)

export type PhaseState = Phase['state'] | 'resting' | 'stopped' | 'notReached'

/** How far a step is. In a run that rests nothing is under way; in one that has ended nothing is waited for either. */
export const phaseStateOf = (run: Run, { state }: Phase): PhaseState => {
  if (state === 'running' && isResting(run)) return 'resting'
  if (state === 'done' || isOpen(run)) return state
  return state === 'running' ? 'stopped' : 'notReached'
}
