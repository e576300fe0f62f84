import '../admin-parts.ts'
import { Button } from '@mantine/core'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientStatuses, type ClientRow } from '#contract/clients.ts'
import { accountTypes } from '#contract/users/permissions.ts'
import { useClients } from '#web/data/admin/clients.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { config } from '#web/lib/config.ts'
import { pagingOf, sortingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { FilterChips } from '#web/ui/table/filters/FilterChips.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { AdminBar } from '../AdminBar.tsx'
import styles from '../admin.module.css'
import { Nothing } from '../Nothing.tsx'
import { KeepRevealed } from '../Revealed.tsx'
import type { ClientAct } from './client-acts.ts'
import { useClientColumns } from './client-columns.tsx'
import { ClientActDialog } from './ClientActDialog.tsx'
import { ClientDetail } from './detail/ClientDetail.tsx'
import { clientsSearch } from './clients-search.ts'
import { NewClientDialog } from './NewClientDialog.tsx'

type Address = ReturnType<typeof useAddress<ReturnType<typeof clientsSearch>>>

const useFilters = ({ status, type }: Address['search']) => {
  const { t } = useTranslation('admin')
  return [
    {
      name: 'status',
      title: t('clients.filters.status'),
      value: status,
      options: clientStatuses.map((value) => ({ value, label: t(`clients.statuses.${value}`) })),
    },
    {
      name: 'type',
      title: t('clients.filters.type'),
      value: type,
      options: accountTypes.map((value) => ({ value, label: t(`clients.types.${value}`) })),
    },
  ]
}

interface ListProps {
  address: Address
  onAct: (act: ClientAct, client: ClientRow) => void
}

const ClientList = ({ address, onAct }: ListProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const { search, change, step } = address
  const paging = pagingOf(search, change, usePageSize({ row: twoLines }))
  const query = useClients({
    page: paging.page,
    size: paging.size,
    ...presentOf({ search: search.search, status: search.status, type: search.type, sort: search.sort }),
  })
  const isMasked = config().staffSees === 'masked'
  const hint = isMasked ? { hint: t('clients.searchHint') } : {}
  const isNarrowed = search.search ?? search.status ?? search.type
  const reset = () => step({ search: undefined, status: undefined, type: undefined, page: 1 })
  return (
    <Panel flush>
      <AdminBar isMasked={isMasked}>
        <SearchField
          label={t('clients.search')}
          {...hint}
          value={search.search ?? ''}
          onSearch={(text) => change({ search: text, page: 1 })}
        />
        <FilterChips filters={useFilters(search)} onChange={(name, value) => step({ [name]: value, page: 1 })} />
      </AdminBar>
      <DataTable
        label={t('app:pages.adminClients')}
        columns={useClientColumns(search.client, onAct)}
        query={query}
        keyOf={(row) => row.id}
        paging={paging}
        sort={sortingOf(search.sort, (sort) => change({ sort, page: 1 }))}
        rowHeight={twoLines}
        columnsKey="clients"
        selected={search.client}
        onSelect={(row) => step({ client: row.id, tab: undefined, detail_page: 1 })}
        empty={
          <Nothing
            icon={<IconBuilding size={22} stroke={1.75} />}
            title={t('clients.empty.title')}
            text={t('clients.empty.text')}
            {...hint}
            onReset={isNarrowed ? reset : undefined}
          />
        }
      />
    </Panel>
  )
}

export const ClientsPage = () => {
  const { t } = useTranslation('admin')
  const address = useAddress(clientsSearch)
  const [isNew, setIsNew] = useState(false)
  const [act, setAct] = useState<{ act: ClientAct; client: ClientRow }>()
  const onAct = (next: ClientAct, client: ClientRow) => setAct({ act: next, client })
  const { client } = address.search
  return (
    <KeepRevealed>
      <PageActions>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsNew(true)}>
          {t('clients.new')}
        </Button>
      </PageActions>
      <div className={styles.page}>
        <ClientList address={address} onAct={onAct} />
        {client && <ClientDetail key={client} id={client} address={address} onAct={onAct} />}
      </div>
      {isNew && (
        <NewClientDialog onClose={() => setIsNew(false)} onCreated={(id) => address.step({ client: id, tab: undefined })} />
      )}
      {act && <ClientActDialog {...act} isOpen={act.client.id === client} onClose={() => setAct(undefined)} />}
    </KeepRevealed>
  )
}
