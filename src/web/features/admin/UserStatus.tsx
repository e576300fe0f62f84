import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'

const kinds: Record<User['status'], StatusKind> = { INVITED: 'wait', ACTIVE: 'good', SUSPENDED: 'bad', INACTIVE: 'off' }

export const UserStatus = ({ status }: { status: User['status'] }) => {
  const { t } = useTranslation('admin')
  return <StatusBadge kind={kinds[status]}>{t(`users.statuses.${status}`)}</StatusBadge>
}
