import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { userBadges } from '#web/ui/users/user-badges.ts'

export const UserStatus = ({ status }: { status: User['status'] }) => {
  const { t } = useTranslation('admin')
  return <StatusBadge {...userBadges[status]}>{t(`users.statuses.${status}`)}</StatusBadge>
}
