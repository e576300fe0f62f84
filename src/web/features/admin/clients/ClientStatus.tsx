import { IconPlayerPause, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'

const badges: Record<ClientRow['status'], { kind: StatusKind; icon?: Icon }> = {
  pending: { kind: 'wait' },
  active: { kind: 'good' },
  suspended: { kind: 'off', icon: IconPlayerPause },
  closing: { kind: 'wait' },
  closed: { kind: 'off' },
}

export const ClientStatus = ({ status }: { status: ClientRow['status'] }) => {
  const { t } = useTranslation('admin')
  return <StatusBadge {...badges[status]}>{t(`clients.statuses.${status}`)}</StatusBadge>
}
