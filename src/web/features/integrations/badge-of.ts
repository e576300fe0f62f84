import { IconAlertTriangle, type Icon } from '@tabler/icons-react'
import type { Integration } from '#contract/integrations.ts'
import type { StatusKind } from '#web/ui/StatusBadge.tsx'

const kinds: Record<Integration['status'], StatusKind> = { active: 'good', error: 'bad', disconnected: 'off' }

interface Badge {
  kind: StatusKind
  word: Integration['status'] | 'waiting' | 'failing'
  icon?: Icon
}

/** A source that lets us in is not well for that: something may be left to choose, or runs fail. */
export const badgeOf = ({
  status,
  needs,
  is_failing: isFailing,
}: Pick<Integration, 'status' | 'needs' | 'is_failing'>): Badge => {
  if (status !== 'active') return { kind: kinds[status], word: status }
  if (needs !== null) return { kind: 'wait', word: 'waiting' }
  return isFailing ? { kind: 'wait', word: 'failing', icon: IconAlertTriangle } : { kind: 'good', word: 'active' }
}
