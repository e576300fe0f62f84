import { IconCheck, IconPlugConnectedX, IconTable, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GhostStatus } from '#contract/ghost-companies/companies.ts'
import { StatusBadge, type StatusKind } from '../StatusBadge.tsx'

const badges: Record<GhostStatus, { kind: StatusKind; icon?: Icon }> = {
  created: { kind: 'off', icon: IconTable },
  connecting: { kind: 'wait' },
  connected: { kind: 'good' },
  syncing: { kind: 'info' },
  error: { kind: 'bad' },
  disconnected: { kind: 'off', icon: IconPlugConnectedX },
  claimed: { kind: 'off', icon: IconCheck },
  deleted: { kind: 'off' },
}

/** How far a ghost company is, in one or two words. */
export const GhostBadge = ({ status }: { status: GhostStatus }) => {
  const { t } = useTranslation('ghosts')
  return <StatusBadge {...badges[status]}>{t(`statuses.${status}`)}</StatusBadge>
}
