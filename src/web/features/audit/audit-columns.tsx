import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { useAuditText } from '#web/lib/events/audit-text.ts'
import { useSession } from '#web/lib/identity/session.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowOpener } from '#web/ui/table/rows/OpenedRow.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { keyOf } from './entry-key.ts'

interface OpenerProps {
  row: AuditEntry
  isOpen: boolean
  onToggle: (key: string) => void
}

const Opener = ({ row, isOpen, onToggle }: OpenerProps) => {
  const words = useAuditText()
  return (
    <RowOpener isOpen={isOpen} onToggle={() => onToggle(keyOf(row))}>
      {words.action(row.action)}
    </RowOpener>
  )
}

export const useAuditColumns = (open: string | undefined, onToggle: OpenerProps['onToggle']): Column<AuditEntry>[] => {
  const { t } = useTranslation(['audit', 'app'])
  const { user } = useSession()
  const words = useAuditText()
  const none = (
    <span className="dim" data-none>
      {t('app:noValue')}
    </span>
  )
  const clientColumn: Column<AuditEntry> = {
    name: 'client',
    title: t('columns.client'),
    notMedium: true,
    shares: 1,
    hint: (row) => row.actedInName ?? row.clientName,
    cell: (row) => row.actedInName ?? row.clientName ?? none,
  }
  return [
    { name: 'at', title: t('columns.at'), cell: (row) => <RelativeTime instant={row.at} /> },
    { name: 'actor', title: t('columns.actor'), shares: 1, hint: words.actor, cell: words.actor },
    {
      name: 'action',
      title: t('columns.action'),
      isTitle: true,
      cell: (row) => <Opener row={row} isOpen={open === keyOf(row)} onToggle={onToggle} />,
    },
    {
      name: 'object',
      title: t('columns.object'),
      shares: 2,
      hint: words.about,
      cell: (row) => <span className="dim">{words.about(row)}</span>,
    },
    ...(user.isStaff ? [clientColumn] : []),
    {
      name: 'reason',
      title: t('columns.reason'),
      notMedium: true,
      shares: 2,
      hint: (row) => row.reason,
      cell: (row) => row.reason ?? none,
    },
  ]
}
