import '../admin-parts.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { useApprovals } from '#web/data/admin/approvals.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import styles from '../admin.module.css'
import { DecisionDialog, type Decision } from './DecisionDialog.tsx'
import { useRequestWords } from './use-request-words.ts'

interface DecideProps {
  approval: Approval
  onDecide: (decision: Decision, approval: Approval) => void
}

const Decide = ({ approval, onDecide }: DecideProps) => {
  const { t } = useTranslation('admin')
  const words = useRequestWords()
  const decisions: readonly Decision[] = approval.isOwn ? ['withdraw'] : ['decline', 'approve']
  return (
    <span className={styles.decide}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="xs"
          variant={decision === 'approve' ? 'filled' : 'default'}
          aria-label={`${t(`approvals.${decision}.label`)}: ${words(approval)}, ${approval.clientName}`}
          onClick={() => onDecide(decision, approval)}
        >
          {t(`approvals.${decision}.label`)}
        </Button>
      ))}
    </span>
  )
}

const RequestedBy = ({ approval }: { approval: Approval }) => {
  const { t } = useTranslation('admin')
  if (!approval.isOwn) return <span title={approval.requestedBy}>{approval.requestedBy}</span>
  return (
    <span className={styles.client}>
      {t('approvals.you')}
      <span className="caption dim">{t('approvals.own')}</span>
    </span>
  )
}

const useColumns = (onDecide: DecideProps['onDecide']): Column<Approval>[] => {
  const { t } = useTranslation('admin')
  const words = useRequestWords()
  return [
    {
      name: 'request',
      title: t('approvals.columns.request'),
      shares: 2,
      isTitle: true,
      cell: (row) => <span className="medium">{words(row)}</span>,
    },
    {
      name: 'client',
      title: t('approvals.columns.client'),
      shares: 1,
      cell: (row) => (
        <Link className={styles.name} to={paths.adminClients} search={{ client: row.clientId }}>
          {row.clientName}
        </Link>
      ),
    },
    { name: 'by', title: t('approvals.columns.requestedBy'), shares: 2, cell: (row) => <RequestedBy approval={row} /> },
    { name: 'reason', title: t('approvals.columns.reason'), shares: 2, hint: (row) => row.reason, cell: (row) => row.reason },
    {
      name: 'requestedAt',
      title: t('approvals.columns.requestedAt'),
      cell: (row) => <RelativeTime instant={row.requestedAt} />,
    },
    {
      name: 'actions',
      title: t('approvals.columns.actions'),
      align: 'right',
      cell: (row) => <Decide approval={row} onDecide={onDecide} />,
    },
  ]
}

export const ApprovalsPage = () => {
  const { t } = useTranslation(['admin', 'app'])
  const { search, change } = useAddress(pagingSearch)
  const paging = pagingOf(search, change, usePageSize())
  const query = useApprovals({ page: paging.page, size: paging.size })
  const [openDecision, setOpenDecision] = useState<{ decision: Decision; approval: Approval }>()
  return (
    <Panel flush>
      <p className={styles.bar}>{t('approvals.text')}</p>
      <DataTable
        label={t('app:pages.adminApprovals')}
        columns={useColumns((decision, approval) => setOpenDecision({ decision, approval }))}
        query={query}
        keyOf={({ clientId, kind, userId, role }) => [clientId, kind, userId, role].join(' ')}
        paging={paging}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={22} stroke={1.75} />}
            title={t('approvals.empty.title')}
            text={t('approvals.empty.text')}
          />
        }
      />
      {openDecision && <DecisionDialog {...openDecision} onClose={() => setOpenDecision(undefined)} />}
    </Panel>
  )
}
