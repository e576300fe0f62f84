import { IconEye, IconMail, IconMailOpened, IconX, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ConnectionStatus } from '#contract/connections/transitions.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'

const badges: Record<ConnectionStatus, { kind: StatusKind; icon?: Icon }> = {
  'invite sent': { kind: 'wait', icon: IconMail },
  'invite received': { kind: 'wait', icon: IconMailOpened },
  'wait for approval': { kind: 'wait' },
  'in review': { kind: 'wait', icon: IconEye },
  'in process': { kind: 'info' },
  active: { kind: 'good' },
  canceled: { kind: 'off', icon: IconX },
}

export const ConnectionBadge = ({ status }: { status: ConnectionStatus }) => {
  const { t } = useTranslation('connections')
  return <StatusBadge {...badges[status]}>{t(`statuses.${status}`)}</StatusBadge>
}
