import { IconMail, IconPlayerPause, type Icon } from '@tabler/icons-react'
import type { User } from '#contract/users/users.ts'
import type { StatusKind } from '../StatusBadge.tsx'

/** The badge for each user status. */
export const userBadges: Record<User['status'], { kind: StatusKind; icon?: Icon }> = {
  ACTIVE: { kind: 'good' },
  INVITED: { kind: 'wait', icon: IconMail },
  SUSPENDED: { kind: 'off', icon: IconPlayerPause },
  INACTIVE: { kind: 'off' },
}
