import type { Integration } from '#contract/integrations.ts'
import { openRunStatuses, type Run, type RunStatus } from '#contract/runs.ts'

const open = new Set<RunStatus>(openRunStatuses)

/** It still has something to do. */
export const isOpenRun = (run: Pick<Run, 'status'> | null) => run !== null && open.has(run.status)

/** Why nothing can be started now; null where it can. */
export const whyNotNow = ({ status, last_run }: Integration): 'notActive' | 'busy' | null => {
  if (status !== 'active') return 'notActive'
  return isOpenRun(last_run) ? 'busy' : null
}
