import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reject } from '#contract/runs.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { figure } from '../figures.ts'
import styles from './rejects.module.css'

export const useRejectColumns = (): Column<Reject>[] => {
  const { t } = useTranslation('source')
  return [
    { name: 'object', title: t('rejects.columns.object'), cell: ({ object }) => t(`objects.${object}`) },
    {
      name: 'id',
      title: t('rejects.columns.id'),
      isTitle: true,
      hint: ({ external_id: id }) => id,
      cell: ({ external_id: id }) => <span className={styles.id}>{id}</span>,
    },
    {
      name: 'reason',
      title: t('rejects.columns.reason'),
      hint: ({ reason }) => reason,
      cell: ({ reason }) => <span className={styles.reason}>{reason}</span>,
    },
    {
      name: 'attempts',
      title: t('rejects.columns.attempts'),
      cell: ({ attempts }) => t('rejects.attempts', { count: attempts, n: figure(attempts) }),
    },
    { name: 'last', title: t('rejects.columns.last'), cell: (row) => <RelativeTime instant={row.last_at} /> },
    {
      name: 'state',
      title: t('rejects.columns.state'),
      cell: ({ parked }) => (
        <StatusBadge kind={parked ? 'off' : 'wait'} {...(parked ? { icon: IconHandStop } : {})}>
          {t(parked ? 'rejects.parked' : 'rejects.again')}
        </StatusBadge>
      ),
    },
  ]
}
