import type { Integration } from '#contract/integrations/integrations.ts'
import type { useMay } from '#web/lib/may.ts'
import { isOpen, isPausedRun } from './progress/run-state.ts'

type Known = Pick<Integration, 'status' | 'needs' | 'removal' | 'last_run'>

type FirstAction = 'reconnect' | 'finishSetup' | 'review' | 'retryNow' | 'cancel' | 'syncNow'

const duringRun = (run: NonNullable<Integration['last_run']>, may: ReturnType<typeof useMay>): FirstAction | null => {
  if (isPausedRun(run)) return may('syncNow', 'x') ? 'retryNow' : null
  return may('integrations', 'x') ? 'cancel' : null
}

const betweenRuns = ({ removal }: Known, may: ReturnType<typeof useMay>): FirstAction | null => {
  if (removal && may('integrations', 'x')) return 'review'
  return may('syncNow', 'x') ? 'syncNow' : null
}

/** The action that is offered first: the most useful one for the state of the source. */
export const firstActionOf = (source: Known, may: ReturnType<typeof useMay>): FirstAction | null => {
  const { status, needs, last_run: run } = source
  if (isOpen(run) && status !== 'disconnected') return duringRun(run, may)
  if (status !== 'active') return may('integrations', 'w') ? 'reconnect' : null
  if (needs) return may('integrations', 'w') ? 'finishSetup' : null
  return betweenRuns(source, may)
}
