import { IconAlertTriangle, type Icon } from '@tabler/icons-react'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { StatusKind } from '#web/ui/StatusBadge.tsx'
import { isOpen, isPausedRun } from './progress/run-state.ts'

const kinds: Record<Integration['status'], StatusKind> = { active: 'good', error: 'bad', disconnected: 'off' }

interface Badge {
  kind: StatusKind
  word: Integration['status'] | 'setup' | 'syncing' | 'paused' | 'failing' | 'approval' | 'skipping'
  icon?: Icon
}

type Known = Pick<Integration, 'status' | 'needs' | 'is_failing' | 'removal' | 'skipped' | 'last_run'>

/** The badge while no sync is running. */
const idleBadgeOf = ({ is_failing: isFailing, removal, skipped }: Known): Badge => {
  if (removal !== null) return { kind: 'wait', word: 'approval' }
  if (isFailing) return { kind: 'bad', word: 'failing', icon: IconAlertTriangle }
  return skipped > 0 ? { kind: 'wait', word: 'skipping', icon: IconAlertTriangle } : { kind: 'good', word: 'active' }
}

/** An active source is not necessarily fine: its setup may be unfinished, or its runs fail. A running sync hides the previous result. */
export const badgeOf = (source: Known): Badge => {
  const { status, needs, last_run: run } = source
  if (status !== 'active') return { kind: kinds[status], word: status }
  if (needs !== null) return { kind: 'wait', word: 'setup' }
  if (isOpen(run)) return isPausedRun(run) ? { kind: 'wait', word: 'paused' } : { kind: 'info', word: 'syncing' }
  return idleBadgeOf(source)
}
