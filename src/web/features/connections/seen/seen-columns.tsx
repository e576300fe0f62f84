import { IconApi, IconDownload, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SeenRow } from '#web/data/connections/merge-views.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Contacts, Fields, Summary, useCount, type OnContact } from './SeenCells.tsx'
import styles from './seen.module.css'

const icons = { screen: IconEye, export: IconDownload, api: IconApi }

const Kind = ({ row: { kind, times } }: { row: SeenRow }) => {
  const { t } = useTranslation('seen')
  return (
    <span className={styles.kind}>
      <StatusBadge kind={kind === 'export' ? 'wait' : 'off'} icon={icons[kind]}>
        {t(`kinds.${kind}`)}
      </StatusBadge>
      {times > 1 && (
        <span className="caption dim" title={t('times', { n: times })}>
          {t('timesShort', { n: times })}
        </span>
      )}
    </span>
  )
}

export const useSeenColumns = (onContact: OnContact): Column<SeenRow>[] => {
  const { t } = useTranslation('seen')
  const countOf = useCount()
  return [
    { name: 'at', title: t('columns.at'), notStacked: true, cell: ({ at }) => <RelativeTime instant={at} /> },
    {
      name: 'user',
      title: t('columns.user'),
      isTitle: true,
      shares: 1,
      hint: ({ userName }) => userName,
      cell: (row) => (
        <>
          <span className="from-tablet">{row.userName}</span>
          <Summary row={row} onContact={onContact} />
        </>
      ),
    },
    { name: 'kind', title: t('columns.kind'), notStacked: true, cell: (row) => <Kind row={row} /> },
    {
      name: 'contacts',
      title: t('columns.contacts'),
      notStacked: true,
      shares: 3,
      hint: countOf,
      cell: (row) => <Contacts row={row} onContact={onContact} />,
    },
    { name: 'fields', title: t('columns.fields'), notStacked: true, shares: 1, cell: (row) => <Fields row={row} /> },
    {
      name: 'version',
      title: t('columns.version'),
      align: 'right',
      notMedium: true,
      notStacked: true,
      cell: ({ version }) => version,
    },
  ]
}
