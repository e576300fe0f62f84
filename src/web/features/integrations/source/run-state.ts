import type { Integration } from '#contract/integrations.ts'
import { isOpen } from '../progress/run-state.ts'

/** Why nothing can be started now; null where it can. What made a source fail may have been mended, so that one may be tried. */
export const whyNotNow = ({ status, last_run }: Integration): 'notActive' | 'busy' | null => {
  if (status === 'disconnected') return 'notActive'
  return isOpen(last_run) ? 'busy' : null
}
