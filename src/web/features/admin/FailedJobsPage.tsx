import './admin-parts.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FailedJob } from '#contract/jobs.ts'
import { useFailedJobs, useRetryJob } from '#web/data/admin/jobs.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './admin.module.css'

const RetryButton = ({ job }: { job: FailedJob }) => {
  const { t } = useTranslation(['admin', 'app'])
  const { act, isBusy } = useAct()
  const retry = useRetryJob()
  return (
    <BusyButton
      variant="default"
      size="xs"
      busy={isBusy}
      aria-label={t('jobs.retryLabel', { job: job.job })}
      onClick={() => void act(() => retry.mutateAsync(job.id), t('jobs.retried', { job: job.job }))}
    >
      {t('jobs.retry')}
    </BusyButton>
  )
}

const useColumns = (): Column<FailedJob>[] => {
  const { t } = useTranslation(['admin', 'app'])
  return [
    { name: 'job', title: t('jobs.columns.job'), cell: (row) => <span className="medium">{row.job}</span> },
    {
      name: 'reason',
      title: t('jobs.columns.reason'),
      hint: (row) => row.reason,
      cell: (row) => <span className={styles.reason}>{row.reason}</span>,
    },
    {
      name: 'client',
      title: t('jobs.columns.client'),
      wideOnly: true,
      cell: (row) => <span className="monospace dim">{row.clientId?.slice(0, 8) ?? t('app:noValue')}</span>,
    },
    { name: 'attempts', title: t('jobs.columns.attempts'), align: 'right', cell: (row) => row.attempts },
    { name: 'failedAt', title: t('jobs.columns.failedAt'), cell: (row) => <RelativeTime instant={row.failedAt} /> },
    { name: 'action', title: t('jobs.columns.action'), align: 'right', cell: (row) => <RetryButton job={row} /> },
  ]
}

export const FailedJobsPage = () => {
  const { t } = useTranslation(['admin', 'app'])
  const { search, change } = useAddress(pagingSearch)
  const paging = pagingOf(search, change, usePageSize())
  const query = useFailedJobs({ page: paging.page, size: paging.size })
  return (
    <Panel flush>
      <p className={styles.bar}>{t('jobs.text')}</p>
      <DataTable
        label={t('app:pages.adminFailedJobs')}
        columns={useColumns()}
        query={query}
        keyOf={(row) => row.id}
        paging={paging}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={22} stroke={1.75} />}
            title={t('jobs.empty.title')}
            text={t('jobs.empty.text')}
          />
        }
      />
    </Panel>
  )
}
