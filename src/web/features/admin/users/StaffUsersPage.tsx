import '../admin-parts.ts'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roles } from '#contract/users/permissions.ts'
import { userStatuses, type User } from '#contract/users/users.ts'
import { useClient } from '#web/data/admin/clients.ts'
import { useStaffActs, useStaffUsers } from '#web/data/admin/staff-users.ts'
import { presentOf, idRule } from '#web/lib/address/address.ts'
import { config } from '#web/lib/config.ts'
import { pagingOf, sortingOf } from '#web/lib/address/table-paging.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { FilterChips } from '#web/ui/table/filters/FilterChips.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { AdminBar } from '../AdminBar.tsx'
import { Nothing } from '../Nothing.tsx'
import { KeepRevealed } from '../Revealed.tsx'
import { useStaffUserColumns } from './staff-user-columns.tsx'
import { staffUsersSearch, type StaffUsersSearch } from './staff-users-search.ts'
import type { UserAct } from './user-acts.ts'
import { UserActDialog } from './UserActDialog.tsx'

const useFilters = ({ status, role, client }: StaffUsersSearch) => {
  const { t } = useTranslation(['admin', 'app'])
  const chosen = useClient(client)
  return [
    {
      name: 'status',
      title: t('users.filters.status'),
      value: status,
      options: userStatuses.map((value) => ({ value, label: t(`users.statuses.${value}`) })),
    },
    {
      name: 'role',
      title: t('users.filters.role'),
      value: role,
      options: roles.map((value) => ({ value, label: t(`app:roles.${value}`) })),
    },
    {
      name: 'client',
      title: t('users.filters.client'),
      value: client,
      words: chosen.data?.name,
      hint: t('clientId'),
      check: idRule(t('notAnId')),
    },
  ]
}

const useUserList = (search: StaffUsersSearch, paging: ReturnType<typeof pagingOf>) =>
  useStaffUsers({
    page: paging.page,
    size: paging.size,
    ...presentOf({
      search: search.search,
      status: search.status,
      role: search.role,
      client_id: search.client,
      sort: search.sort,
    }),
  })

export const StaffUsersPage = () => {
  const { t } = useTranslation(['admin', 'app'])
  const { search, change, step } = useAddress(staffUsersSearch)
  const paging = pagingOf(search, change, usePageSize())
  const query = useUserList(search, paging)
  const [openAct, setOpenAct] = useState<{ act: Exclude<UserAct, 'resend'>; user: User }>()
  const { resend } = useStaffActs()
  const { act: run } = useAct({ mayOverlap: true })
  const isMasked = config().staffSees === 'masked'
  const hint = isMasked ? { hint: t('users.searchHint') } : {}
  // Sending another email needs no confirmation.
  const sendAgain = (user: User) => void run(() => resend.mutateAsync(user.id), t('users.resend.done'))
  const columns = useStaffUserColumns(isMasked, (act, user) => (act === 'resend' ? sendAgain(user) : setOpenAct({ act, user })))
  const isNarrowed = search.search ?? search.status ?? search.role ?? search.client
  const reset = () => step({ search: undefined, status: undefined, role: undefined, client: undefined, page: 1 })
  return (
    <KeepRevealed>
      <Panel flush>
        <AdminBar isMasked={isMasked}>
          <SearchField
            label={t('users.search')}
            {...hint}
            value={search.search ?? ''}
            onSearch={(text) => change({ search: text, page: 1 })}
          />
          <FilterChips filters={useFilters(search)} onChange={(name, value) => step({ [name]: value, page: 1 })} />
        </AdminBar>
        <DataTable
          label={t('app:pages.adminUsers')}
          columns={columns}
          query={query}
          keyOf={(row) => row.id}
          paging={paging}
          columnsKey="staff-users"
          sort={sortingOf(search.sort, (sort) => change({ sort, page: 1 }))}
          empty={
            <Nothing
              icon={<IconUsers size={22} stroke={1.75} />}
              title={t('users.empty.title')}
              text={t('users.empty.text')}
              {...hint}
              onReset={isNarrowed ? reset : undefined}
            />
          }
        />
      </Panel>
      {openAct && <UserActDialog {...openAct} onClose={() => setOpenAct(undefined)} />}
    </KeepRevealed>
  )
}
