import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useMay } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'
import type { Column } from '#web/ui/table/column.ts'
import { UserCell } from '#web/ui/table/cells/UserCell.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { userBadges } from '#web/ui/users/user-badges.ts'
import { NextStep } from './NextStep.tsx'
import type { Question } from '../UserDialogs.tsx'
import { allowedActionsOf } from '../allowed-actions.ts'
import { RoleCell } from './RoleCell.tsx'
import { SeenCell } from './SeenCell.tsx'
import { UserActions } from './UserActions.tsx'

const useSeesColumn = (): Column<User> => {
  const { t } = useTranslation('users')
  const words = ({ companies }: User) => {
    if (companies === 'all') return t('sees.all')
    return companies.length > 0 ? t('sees.chosen', { count: companies.length }) : <span className="dim">{t('sees.none')}</span>
  }
  return { name: 'sees', title: t('columns.sees'), wideOnly: true, cell: words }
}

const useFactColumns = (onAsk: (question: Question) => void): Column<User>[] => {
  const { t } = useTranslation('users')
  const { user: me } = useSession()
  const sees = useSeesColumn()
  const isSelf = ({ id }: User) => id === me.id
  return [
    {
      name: 'name',
      title: t('columns.name'),
      sortable: true,
      shares: 2,
      cell: (user) => (
        <UserCell name={`${user.name} ${user.lastname}`.trim()} email={user.email} note={isSelf(user) && t('you')} />
      ),
    },
    { name: 'role', title: t('columns.role'), cell: (user) => <RoleCell user={user} onAsk={onAsk} /> },
    ...(me.client.type === 'AGENCY' ? [sees] : []),
    {
      name: 'status',
      title: t('columns.status'),
      cell: ({ status }) => <StatusBadge {...userBadges[status]}>{t(`statuses.${status}`)}</StatusBadge>,
    },
    {
      name: 'seen',
      title: t('columns.seen'),
      cell: (user) => (
        <span className="dim">
          <SeenCell user={user} isSelf={isSelf(user)} />
        </span>
      ),
    },
  ]
}

export const useColumns = (onAsk: (question: Question) => void): Column<User>[] => {
  const { t } = useTranslation('users')
  const { user: me } = useSession()
  const may = useMay()
  const facts = useFactColumns(onAsk)
  if (!may('users', 'w')) return facts
  return [
    ...facts,
    {
      name: 'next',
      title: t('columns.next'),
      align: 'right',
      isAction: true,
      cell: (user) => {
        const reach = allowedActionsOf(me, user)
        return (reach.resend || reach.restore) && <NextStep user={user} reach={reach} />
      },
    },
    {
      name: 'actions',
      title: t('columns.actions'),
      align: 'right',
      isAction: true,
      cell: (user) => <UserActions user={user} reach={allowedActionsOf(me, user)} onAsk={onAsk} />,
    },
  ]
}
