import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUsers } from '#web/data/account/users.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { userMessages } from '#web/messages/en-users.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { StatusTabs } from '#web/ui/table/filters/StatusTabs.tsx'
import { InviteDialog } from './invite/InviteDialog.tsx'
import { UserDialogs, type Question } from './UserDialogs.tsx'
import { useColumns } from './row/use-columns.tsx'
import { usersSearch, userTabs, type UsersSearch } from './users-search.ts'
import styles from './UsersPage.module.css'

addTranslations('users', userMessages)

interface InviteProps {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

const InviteButton = ({ isOpen, onToggle }: InviteProps) => {
  const { t } = useTranslation('users')
  return (
    <>
      <PageActions>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onToggle(true)}>
          {t('invite.open')}
        </Button>
      </PageActions>
      {isOpen && <InviteDialog onClose={() => onToggle(false)} />}
    </>
  )
}

interface FilterProps {
  search: UsersSearch
  onChange: (next: object) => void
}

type Counts = NonNullable<ReturnType<typeof useUsers>['data']>['counts']

const Filters = ({ search, counts, onChange }: FilterProps & { counts: Counts }) => {
  const { t } = useTranslation('users')
  const all = counts && userTabs.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  const tabs = [
    { value: 'all', label: t('tabs.all'), count: all },
    ...userTabs.map((status) => ({ value: status, label: t(`tabs.${status}`), count: counts && (counts[status] ?? 0) })),
  ]
  return (
    <div className={styles.bar}>
      <StatusTabs
        label={t('tabs.label')}
        value={search.status ?? 'all'}
        tabs={tabs}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status, page: 1 })}
      />
      <SearchField label={t('search')} value={search.search ?? ''} onSearch={(text) => onChange({ search: text, page: 1 })} />
    </div>
  )
}

const NoUsers = ({ search: { search = '', status = 'ACTIVE' }, onChange }: FilterProps) => {
  const { t } = useTranslation('users')
  const texts = search ? 'empty.search' : (`empty.${status}` as const)
  return (
    <EmptyState
      icon={<IconUsers size={22} stroke={1.75} />}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { search })}
      actions={
        <Button variant="default" onClick={() => onChange({ search: undefined, status: undefined, page: 1 })}>
          {t('empty.action')}
        </Button>
      }
    />
  )
}

/** The users of the account with their roles and statuses. */
export const UsersPage = () => {
  const { t } = useTranslation('app')
  const may = useMay()
  const { search, change } = useAddress(usersSearch)
  const [question, setQuestion] = useState<Question | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const { sort = 'name:asc' } = search
  const paging = pagingOf(search, change, usePageSize({ row: twoLines, above: 4 }))
  const { page, size } = paging
  const query = useUsers({ page, size, sort, ...presentOf({ search: search.search, status: search.status }) })
  const columns = useColumns(setQuestion)
  const close = () => {
    setQuestion(null)
    // The row that opened the dialog may have disappeared.
    if (document.activeElement === document.body) panel.current?.focus()
  }
  return (
    <>
      {may('users', 'w') && (
        <InviteButton isOpen={search.invite ?? false} onToggle={(isOpen) => change({ invite: isOpen || undefined })} />
      )}
      <div ref={panel} className={styles.panel} tabIndex={-1} data-focus-fallback>
        <Panel flush>
          <Filters search={search} counts={query.data?.counts} onChange={change} />
          <DataTable
            label={t('pages.users')}
            columns={columns}
            query={query}
            keyOf={(user) => user.id}
            paging={paging}
            rowHeight={twoLines}
            sort={{
              field: 'name',
              direction: sort === 'name:asc' ? 'asc' : 'desc',
              onSort: (field, direction) => change({ sort: `${field}:${direction}`, page: 1 }),
            }}
            empty={<NoUsers search={search} onChange={change} />}
          />
        </Panel>
      </div>
      <UserDialogs question={question} onClose={close} />
    </>
  )
}
