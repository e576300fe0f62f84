import { Tabs } from '@mantine/core'
import { IconActivity, IconHistory, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAudit } from '#web/data/audit.ts'
import { useEvents } from '#web/data/events.ts'
import { useStaffUsers } from '#web/data/admin/staff-users.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import type { useAddress } from '#web/lib/address/use-address.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { useEventResults } from '#web/ui/table/cells/event-results.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import styles from './ClientDetail.module.css'
import type { ClientsSearch } from '../clients-search.ts'
import { useAuditColumns, useEventColumns, useUserColumns } from './detail-columns.tsx'

interface ListProps {
  clientId: string
  paging: ReturnType<typeof pagingOf>
}

const skipOf = ({ page, size }: ListProps['paging']) => ({ skip: (page - 1) * size, limit: size })

const Events = ({ clientId, paging }: ListProps) => {
  const { t } = useTranslation('admin')
  const query = useEvents({ client_id: clientId, ...skipOf(paging) })
  const results = useEventResults()
  const words = { title: t('clients.detail.noEvents.title'), text: t('clients.detail.noEvents.text') }
  return (
    <DataTable
      label={t('clients.detail.events')}
      columns={useEventColumns(results.column)}
      query={query}
      keyOf={(row) => row.id}
      {...results.rows}
      paging={paging}
      empty={<EmptyState icon={<IconActivity size={22} stroke={1.75} />} {...words} />}
    />
  )
}

const Users = ({ clientId, paging }: ListProps) => {
  const { t } = useTranslation('admin')
  const query = useStaffUsers({ client_id: clientId, page: paging.page, size: paging.size })
  const words = { title: t('clients.detail.noUsers.title'), text: t('clients.detail.noUsers.text') }
  return (
    <DataTable
      label={t('clients.detail.users')}
      columns={useUserColumns()}
      query={query}
      keyOf={(row) => row.id}
      paging={paging}
      empty={<EmptyState icon={<IconUsers size={22} stroke={1.75} />} {...words} />}
    />
  )
}

const Log = ({ clientId, paging }: ListProps) => {
  const { t } = useTranslation('admin')
  const query = useAudit({ client_id: clientId, ...skipOf(paging) })
  const words = { title: t('clients.detail.noAudit.title'), text: t('clients.detail.noAudit.text') }
  return (
    <DataTable
      label={t('clients.detail.audit')}
      columns={useAuditColumns()}
      query={query}
      keyOf={(row) => String(row.seq)}
      paging={paging}
      empty={<EmptyState icon={<IconHistory size={22} stroke={1.75} />} {...words} />}
    />
  )
}

const lists = { events: Events, users: Users, audit: Log }
type Tab = keyof typeof lists

interface ClientTabsProps {
  clientId: string
  address: ReturnType<typeof useAddress<ClientsSearch>>
}

export const ClientTabs = ({ clientId, address: { search, change } }: ClientTabsProps) => {
  const { t } = useTranslation('admin')
  const tab: Tab = search.tab ?? 'events'
  const paging = pagingOf(presentOf({ page: search.detail_page, size: search.detail_size }), ({ page, size }) =>
    change({ detail_page: page, detail_size: size }),
  )
  const List = lists[tab]
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ tab: next, detail_page: 1 })}
      // Only the visible list is fetched.
      keepMounted={false}
    >
      <Tabs.List className={styles.tabs} aria-label={t('clients.detail.tabs')}>
        {(Object.keys(lists) as Tab[]).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`clients.detail.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <List clientId={clientId} paging={paging} />
      </Tabs.Panel>
    </Tabs>
  )
}
