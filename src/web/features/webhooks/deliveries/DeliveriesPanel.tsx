import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveriesKeptDays, type WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import { useDeliveries, useDeliveryCounts } from '#web/data/webhooks/deliveries.ts'
import { presentOf } from '#web/lib/address/address.ts'
import type { useAddress } from '#web/lib/address/use-address.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { StatusTabs } from '#web/ui/table/filters/StatusTabs.tsx'
import { resultFilters, type WebhooksSearch } from '../webhooks-search.ts'
import styles from './deliveries.module.css'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { DeliverySheet } from './sheet/DeliverySheet.tsx'

type Address = ReturnType<typeof useAddress<WebhooksSearch>>

interface AddressProps {
  address: Address
}

const always = ['applied', 'duplicate', 'rejected'] as const
const sometimes = ['held', 'waiting'] as const

const useNote = (): string | undefined => {
  const { t } = useTranslation('webhooks')
  const { data } = useDeliveryCounts()
  if (!data) return undefined
  const parts = [...always, ...sometimes.filter((state) => data[state] > 0)].map((state) =>
    t(`deliveries.counts.${state}`, { count: data[state], n: formatNumber(data[state]) }),
  )
  return t('deliveries.note', { total: formatNumber(data.total), parts: parts.join(', ') })
}

const Filters = ({ address: { search, change } }: AddressProps) => {
  const { t } = useTranslation('webhooks')
  const counts = useDeliveryCounts().data
  const countOf = { applied: undefined, duplicate: undefined, problem: counts && counts.rejected + counts.held }
  const tabs = [
    { value: 'all', label: t('deliveries.filter.all'), count: undefined },
    ...resultFilters.map((value) => ({ value, label: t(`deliveries.filter.${value}`), count: countOf[value] || undefined })),
  ]
  return (
    <div className={styles.filters}>
      <StatusTabs
        label={t('deliveries.filter.label')}
        value={search.result ?? 'all'}
        tabs={tabs}
        onChange={(result) => change({ result: result === 'all' ? undefined : result })}
      />
      <SearchField
        label={t('deliveries.search')}
        hint={t('deliveries.searchHint')}
        value={search.q ?? ''}
        onSearch={(q) => change({ q: q || undefined })}
      />
    </div>
  )
}

const NoDeliveries = ({ address: { search, change } }: AddressProps) => {
  const { t } = useTranslation('webhooks')
  const isFiltered = search.result !== undefined || search.q !== undefined
  return (
    <EmptyState
      isSmall
      icon={<IconInbox size={22} stroke={1.75} />}
      title={t(isFiltered ? 'deliveries.none.filtered' : 'deliveries.none.title')}
      text={t(isFiltered ? 'deliveries.none.filteredText' : 'deliveries.none.text')}
      actions={
        isFiltered && (
          <Button variant="default" onClick={() => change({ result: undefined, q: undefined })}>
            {t('deliveries.none.clear')}
          </Button>
        )
      }
    />
  )
}

type Query = ReturnType<typeof useDeliveries>

const Foot = ({ query }: { query: Query }) => {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles.foot}>
      <span className="grow">{t('deliveries.kept', { days: deliveriesKeptDays })}</span>
      {query.hasNextPage && (
        <BusyButton variant="default" size="xs" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('deliveries.more')}
        </BusyButton>
      )}
    </div>
  )
}

/** What came in, newest first, and what became of it. */
export const DeliveriesPanel = ({ address }: AddressProps) => {
  const { t } = useTranslation('webhooks')
  const { search, change, step } = address
  const [repaired, setRepaired] = useState<string>()
  const query = useDeliveries(presentOf({ state: search.result, event_id: search.q }))
  const open = ({ id }: WebhookDelivery) => step({ delivery: id })
  const repair = (delivery: WebhookDelivery) => {
    setRepaired(delivery.id)
    open(delivery)
  }
  const close = () => {
    setRepaired(undefined)
    change({ delivery: undefined })
  }
  const note = useNote()
  const isNew = query.data?.total === 0 && search.result === undefined && search.q === undefined
  return (
    <Panel title={t('deliveries.title')} note={isNew ? undefined : note} flush>
      {!isNew && <Filters address={address} />}
      <DataTable
        label={t('deliveries.label')}
        columns={useDeliveryColumns({ onOpen: open, onRepair: repair })}
        query={query}
        keyOf={({ id }) => id}
        selected={search.delivery}
        onSelect={open}
        footer={<Foot query={query} />}
        empty={<NoDeliveries address={address} />}
      />
      {search.delivery && (
        <DeliverySheet key={search.delivery} id={search.delivery} startsInRepair={repaired === search.delivery} onClose={close} />
      )}
    </Panel>
  )
}
