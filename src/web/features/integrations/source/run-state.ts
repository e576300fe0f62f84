import type { Integration } from '#contract/integrations.ts'
import { isOpen, isResting } from '../progress/run-state.ts'

/** Why nothing can be started now; null where it can. Where access is lost a sync would only fail once more. */
export const whyNotNow = ({ status, last_run }: Integration): 'notActive' | 'busy' | null => {
  if (status !== 'active') return 'notActive'
  return isOpen(last_run) && !isResting(last_run) ? 'busy' : null
}
