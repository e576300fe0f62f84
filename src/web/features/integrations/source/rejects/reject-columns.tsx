import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reject } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowOpener } from '#web/ui/table/rows/OpenedRow.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './rejects.module.css'

/** Includes the row, because masked ids of a sheet's rows may be equal. */
export const rejectKey = ({ object, external_id: id, row }: Reject): string => `${object} ${id} ${row ?? ''}`

const idOrRowOf = ({ external_id: id, row }: Reject): string => (row === null ? id : String(row))

interface RejectColumnsProps {
  /** Rows of a sheet or table have no vendor ids. */
  isTable: boolean
  open: string | undefined
  onToggle: (row: Reject) => void
}

export const useRejectColumns = ({ isTable, open, onToggle }: RejectColumnsProps): Column<Reject>[] => {
  const { t } = useTranslation('source')
  return [
    {
      name: 'reason',
      title: t('rejects.columns.reason'),
      isTitle: true,
      hint: ({ reason }) => reason,
      cell: (row) => (
        <RowOpener isOpen={open === rejectKey(row)} onToggle={() => onToggle(row)}>
          <span className="visually-hidden">
            {row.row === null ? t('rejects.open', { id: row.external_id }) : t('rejects.openRow', { row: row.row })}{' '}
          </span>
          <span className={styles.reason}>{row.reason}</span>
        </RowOpener>
      ),
    },
    {
      name: 'object',
      title: t('rejects.columns.object'),
      wideOnly: true,
      cell: ({ object }) => t(`objects.${object}`),
    },
    {
      name: 'id',
      title: t(isTable ? 'rejects.columns.row' : 'rejects.columns.id'),
      hint: ({ external_id: id }) => id,
      cell: (row) => <span className={styles.id}>{idOrRowOf(row)}</span>,
    },
    {
      name: 'attempts',
      title: t('rejects.columns.attempts'),
      wideOnly: true,
      cell: ({ attempts }) => t('rejects.attempts', { count: attempts, n: formatNumber(attempts) }),
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
