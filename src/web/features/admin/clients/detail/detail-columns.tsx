import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import type { Event } from '#contract/events/events.ts'
import type { User } from '#contract/users/users.ts'
import { useAuditText } from '#web/lib/events/audit-text.ts'
import { useEventDetail } from '#web/lib/events/event-detail.ts'
import type { Column } from '#web/ui/table/column.ts'
import { EventCell } from '#web/ui/table/cells/EventCell.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { UserEmail, UserName } from '../../UserName.tsx'
import { UserStatus } from '../../UserStatus.tsx'

const useNone = () => {
  const { t } = useTranslation('app')
  return (
    <span className="dim" data-none>
      {t('noValue')}
    </span>
  )
}

export const useEventColumns = (result: Column<Event>): Column<Event>[] => {
  const { t } = useTranslation(['admin', 'app'])
  const detailOf = useEventDetail()
  const none = useNone()
  return [
    {
      name: 'created_at',
      title: t('events.columns.created_at'),
      cell: (row) => <RelativeTime instant={row.created_at} />,
    },
    {
      name: 'origin',
      title: t('events.columns.origin'),
      cell: (row) => <span className="dim">{t(`app:origins.${row.origin}`)}</span>,
    },
    {
      name: 'event',
      title: t('events.columns.event'),
      isTitle: true,
      hint: detailOf,
      cell: (row) => <EventCell event={row} />,
    },
    { name: 'object', title: t('events.columns.object'), hint: (row) => row.object, cell: (row) => row.object ?? none },
    { name: 'actor', title: t('events.columns.actor'), hint: (row) => row.actor, cell: (row) => row.actor ?? none },
    result,
  ]
}

export const useUserColumns = (): Column<User>[] => {
  const { t } = useTranslation(['admin', 'app'])
  return [
    { name: 'name', title: t('users.columns.name'), cell: (row) => <UserName user={row} /> },
    { name: 'email', title: t('users.columns.email'), cell: (row) => <UserEmail user={row} /> },
    {
      name: 'role',
      title: t('users.columns.role'),
      cell: (row) => {
        const role = t(`app:roles.${row.role}`)
        return row.isOwner ? t('app:owner', { role }) : role
      },
    },
    { name: 'status', title: t('users.columns.status'), cell: (row) => <UserStatus status={row.status} /> },
    {
      name: 'created_at',
      title: t('users.columns.createdAt'),
      wideOnly: true,
      cell: (row) => <RelativeTime instant={row.createdAt} />,
    },
  ]
}

export const useAuditColumns = (): Column<AuditEntry>[] => {
  const { t } = useTranslation(['audit', 'app'])
  const words = useAuditText()
  const none = useNone()
  return [
    { name: 'at', title: t('columns.at'), cell: (row) => <RelativeTime instant={row.at} /> },
    { name: 'actor', title: t('columns.actor'), cell: (row) => words.actor(row) },
    {
      name: 'action',
      title: t('columns.action'),
      isTitle: true,
      cell: (row) => <span className="medium">{words.action(row.action)}</span>,
    },
    { name: 'reason', title: t('columns.reason'), hint: (row) => row.reason, cell: (row) => row.reason ?? none },
  ]
}
