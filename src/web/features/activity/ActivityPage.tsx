import { Button, NativeSelect } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { eventOrigins, type Event } from '#contract/events/events.ts'
import { useEvents } from '#web/data/events.ts'
import { useEventDetail } from '#web/lib/events/event-detail.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { pageMessages } from '#web/messages/en-pages.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { EventCell } from '#web/ui/table/cells/EventCell.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { useEventResults } from '#web/ui/table/cells/event-results.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { activitySearch, newestFirst, type ActivitySearch, type SortField } from './activity-search.ts'
import styles from './ActivityPage.module.css'

addTranslations('pages', pageMessages)

const useColumns = (result: Column<Event>): Column<Event>[] => {
  const { t } = useTranslation(['app', 'pages'])
  const detailOf = useEventDetail()
  const none = (
    <span className="dim" data-none>
      {t('noValue')}
    </span>
  )
  return [
    {
      name: 'event',
      title: t('pages:activity.columns.event'),
      sortable: true,
      hint: detailOf,
      cell: (row) => <EventCell event={row} />,
    },
    { name: 'object', title: t('pages:activity.columns.object'), hint: (row) => row.object, cell: (row) => row.object ?? none },
    result,
    { name: 'actor', title: t('pages:activity.columns.actor'), hint: (row) => row.actor, cell: (row) => row.actor ?? none },
    {
      name: 'origin',
      title: t('pages:activity.columns.origin'),
      sortable: true,
      wideOnly: true,
      cell: (row) => <span className="dim">{t(`origins.${row.origin}`)}</span>,
    },
    {
      name: 'created_at',
      title: t('pages:activity.columns.created_at'),
      sortable: true,
      cell: (row) => <RelativeTime instant={row.created_at} />,
    },
  ]
}

const useActivitySearch = () => {
  const search = useSearch({ from: '/shell/settings/activity' })
  const navigate = useNavigate({ from: paths.activity })
  const change = (next: object) => void navigate({ search: activitySearch({ ...search, ...next }), replace: true })
  return { search, change }
}

interface OriginFilterProps {
  origin: ActivitySearch['origin']
  onChange: (origin: ActivitySearch['origin']) => void
}

const OriginFilter = ({ origin, onChange }: OriginFilterProps) => {
  const { t } = useTranslation(['app', 'pages'])
  const data = [
    { value: '', label: t('pages:activity.anyOrigin') },
    ...eventOrigins.map((value) => ({ value, label: t(`origins.${value}`) })),
  ]
  return (
    <NativeSelect
      aria-label={t('pages:activity.origin')}
      className={styles.filter}
      value={origin ?? ''}
      data={data}
      onChange={(event) => onChange(eventOrigins.find((known) => known === event.currentTarget.value))}
    />
  )
}

const NoEvents = ({ onReset }: { onReset: (() => void) | undefined }) => {
  const { t } = useTranslation(['app', 'pages'])
  const texts = onReset ? 'pages:activity.emptyFiltered' : 'pages:activity.empty'
  return (
    <EmptyState
      icon={<IconActivity size={22} stroke={1.75} />}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      actions={
        onReset && (
          <Button variant="default" onClick={onReset}>
            {t('pages:activity.emptyFiltered.action')}
          </Button>
        )
      }
    />
  )
}

export const ActivityPage = () => {
  const { t } = useTranslation(['app', 'pages'])
  const { search, change } = useActivitySearch()
  const { sort = newestFirst, origin } = search
  const paging = pagingOf(search, change, usePageSize())
  const { page, size } = paging
  const [field, direction] = sort.split(':') as [SortField, 'asc' | 'desc']
  const query = useEvents({ skip: (page - 1) * size, limit: size, sort, ...(origin ? { origin } : {}) })
  const results = useEventResults()
  const columns = useColumns(results.column)
  return (
    <Panel flush>
      <div className={styles.bar}>
        <p className="small dim grow">{t('pages:activity.text')}</p>
        <OriginFilter origin={origin} onChange={(next) => change({ origin: next, page: 1 })} />
      </div>
      <DataTable
        label={t('pages.activity')}
        columns={columns}
        query={query}
        keyOf={(row) => row.id}
        {...results.rows}
        paging={paging}
        sort={{ field, direction, onSort: (next, order) => change({ sort: `${next as SortField}:${order}`, page: 1 }) }}
        empty={<NoEvents onReset={origin ? () => change({ origin: undefined, page: 1 }) : undefined} />}
      />
    </Panel>
  )
}
