import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'

const kinds: Record<ClientRow['status'], StatusKind> = {
  pending: 'wait',
  active: 'good',
  suspended: 'bad',
  closing: 'wait',
  closed: 'off',
}

export const ClientStatus = ({ status }: { status: ClientRow['status'] }) => {
  const { t } = useTranslation('admin')
  return <StatusBadge kind={kinds[status]}>{t(`clients.statuses.${status}`)}</StatusBadge>
}
