import '../admin-parts.ts'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { eventNames } from '#contract/events/event-names.ts'
import { eventOrigins, type Event } from '#contract/events/events.ts'
import { useClient } from '#web/data/admin/clients.ts'
import { useEvents } from '#web/data/events.ts'
import { presentOf, idRule } from '#web/lib/address/address.ts'
import { useEventDetail } from '#web/lib/events/event-detail.ts'
import { useEventText } from '#web/lib/events/event-text.ts'
import { pagingOf, sortingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { EventCell } from '#web/ui/table/cells/EventCell.tsx'
import { useEventResults } from '#web/ui/table/cells/event-results.tsx'
import { FilterChips } from '#web/ui/table/filters/FilterChips.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { AdminBar } from '../AdminBar.tsx'
import styles from '../admin.module.css'
import { Nothing } from '../Nothing.tsx'
import { eventsSearch, type EventsSearch } from './events-search.ts'

const useFilters = ({ client, event, origin, from, to }: EventsSearch) => {
  const { t } = useTranslation(['admin', 'app'])
  const eventText = useEventText()
  const chosen = useClient(client)
  const options = [...new Set<string>([...eventNames, ...(event ? [event] : [])])]
  return [
    {
      name: 'client',
      title: t('events.filters.client'),
      value: client,
      words: chosen.data?.name,
      hint: t('clientId'),
      check: idRule(t('notAnId')),
    },
    {
      name: 'event',
      title: t('events.filters.event'),
      value: event,
      options: options.map((value) => ({ value, label: eventText(value) })),
    },
    {
      name: 'origin',
      title: t('events.filters.origin'),
      value: origin,
      options: eventOrigins.map((value) => ({ value, label: t(`app:origins.${value}`) })),
    },
    { name: 'from', title: t('events.filters.from'), value: from, isTime: true },
    { name: 'to', title: t('events.filters.to'), value: to, isTime: true },
  ]
}

/** The account, and the object that the event is about. */
const EventSubject = ({ event: { client_id: id, client_name: name, object } }: { event: Event }) => (
  <span className={styles.whose}>
    <Link className={styles.quiet} to={paths.adminClients} search={{ client: id }}>
      {name ?? id}
    </Link>
    {object !== null && object !== name && <span className="caption dim truncate">{object}</span>}
  </span>
)

const useColumns = (result: Column<Event>): Column<Event>[] => {
  const { t } = useTranslation(['admin', 'app'])
  const detailOf = useEventDetail()
  const none = (
    <span className="dim" data-none>
      {t('app:noValue')}
    </span>
  )
  return [
    {
      name: 'event',
      title: t('events.columns.event'),
      sortable: true,
      hint: detailOf,
      cell: (row) => <EventCell event={row} />,
    },
    {
      name: 'client',
      title: t('events.columns.client'),
      hint: (row) => row.object,
      cell: (row) => <EventSubject event={row} />,
    },
    {
      name: 'origin',
      title: t('events.columns.origin'),
      sortable: true,
      wideOnly: true,
      cell: (row) => <span className="dim">{t(`app:origins.${row.origin}`)}</span>,
    },
    result,
    {
      name: 'actor',
      title: t('events.columns.actor'),
      wideOnly: true,
      hint: (row) => row.actor,
      cell: (row) => row.actor ?? none,
    },
    {
      name: 'created_at',
      title: t('events.columns.created_at'),
      sortable: true,
      cell: (row) => <RelativeTime instant={row.created_at} />,
    },
  ]
}

const nothingChosen = { client: undefined, event: undefined, origin: undefined, from: undefined, to: undefined, page: 1 }

export const SyncEventsPage = () => {
  const { t } = useTranslation(['admin', 'app'])
  const { search, change, step } = useAddress(eventsSearch)
  const { client, event, origin, from, to, sort } = search
  const paging = pagingOf(search, change, usePageSize())
  const query = useEvents({
    skip: (paging.page - 1) * paging.size,
    limit: paging.size,
    ...presentOf({ client_id: client, event, origin, from, to, sort }),
  })
  const results = useEventResults()
  const isNarrowed = client ?? event ?? origin ?? from ?? to
  return (
    <Panel flush>
      <AdminBar>
        <FilterChips filters={useFilters(search)} onChange={(name, value) => step({ [name]: value, page: 1 })} />
        <p className={styles.masked}>{t('events.text')}</p>
      </AdminBar>
      <DataTable
        label={t('app:pages.adminEvents')}
        columns={useColumns(results.column)}
        query={query}
        keyOf={(row) => row.id}
        {...results.rows}
        paging={paging}
        columnsKey="sync-events"
        sort={sortingOf(sort, (next) => change({ sort: next, page: 1 }))}
        empty={
          <Nothing
            icon={<IconRefresh size={22} stroke={1.75} />}
            title={t('events.empty.title')}
            text={t('events.empty.text')}
            onReset={isNarrowed ? () => step(nothingChosen) : undefined}
          />
        }
      />
    </Panel>
  )
}
