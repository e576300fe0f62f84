import type { Run } from '#contract/runs.ts'
import { isOpen } from './run-state.ts'

export type Phase = Run['phases'][number]

const household: ReadonlySet<Phase['name']> = new Set(['hints', 'retries', 'reconcile'])

/** Work behind the scenes is worth a line where it brought something. */
export const isWorthSaying = ({ name, read }: Phase): boolean => read > 0 || !household.has(name)

export type PhaseState = Phase['state'] | 'stopped' | 'notReached'

/** How far a step is. In a run that has ended nothing is under way, and nothing is waited for. */
export const phaseStateOf = (run: Run, { state }: Phase): PhaseState => {
  if (state === 'done' || isOpen(run)) return state
  return state === 'running' ? 'stopped' : 'notReached'
}
