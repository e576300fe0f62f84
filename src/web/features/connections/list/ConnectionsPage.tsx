import { Button } from '@mantine/core'
import { IconAffiliate, IconPlus, IconUserOff } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConnections } from '#web/data/connections.ts'
import { pageOf } from '#web/data/connections/opened.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { useMay } from '#web/lib/may.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { innerPaths } from '#web/paths.ts'
import pageButton from '#web/ui/page/page-button.module.css'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { StatusTabs } from '#web/ui/table/filters/StatusTabs.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { connectionsSearch, groupTabs, type ConnectionsSearch } from '../connections-search.ts'
import { InviteDialog } from '../invite/InviteDialog.tsx'
import styles from './ConnectionsPage.module.css'
import { useColumns } from './use-columns.tsx'

addTranslations('connections', connectionMessages)

type Query = ReturnType<typeof useConnections>

interface FilterProps {
  search: ConnectionsSearch
  onChange: (next: object) => void
}

const Filters = ({ search, counts, onChange }: FilterProps & { counts: NonNullable<Query['data']>['counts'] | undefined }) => {
  const { t } = useTranslation('connections')
  const all = counts && groupTabs.reduce((sum, group) => sum + (counts[group] ?? 0), 0)
  const tabs = [
    { value: 'all', label: t('tabs.all'), count: all },
    ...groupTabs.map((group) => ({ value: group, label: t(`tabs.${group}`), count: counts && (counts[group] ?? 0) })),
  ]
  return (
    <div className={styles.bar}>
      <StatusTabs
        label={t('tabs.label')}
        value={search.group ?? 'all'}
        tabs={tabs}
        onChange={(group) => onChange({ group: group === 'all' ? undefined : group, page: 1 })}
      />
      <SearchField label={t('search')} value={search.search ?? ''} onSearch={(text) => onChange({ search: text, page: 1 })} />
    </div>
  )
}

interface EmptyProps extends FilterProps {
  mayInvite: boolean
}

const NoConnections = ({ search: { search = '', group }, onChange, mayInvite }: EmptyProps) => {
  const { t } = useTranslation('connections')
  const side = useSession().user.client.type
  const isNarrowed = search !== '' || group !== undefined
  const texts = search ? 'empty.search' : (`empty.${group ?? side}` as const)
  const reset = () => onChange({ search: undefined, group: undefined, page: 1 })
  return (
    <EmptyState
      icon={<IconAffiliate size={22} stroke={1.75} />}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { search })}
      actions={
        isNarrowed ? (
          <Button variant="default" onClick={reset}>
            {t('empty.action')}
          </Button>
        ) : (
          mayInvite && <Button onClick={() => onChange({ invite: true })}>{t(`invite.open.${side}`)}</Button>
        )
      }
    />
  )
}

/** The companies of an agency, or the agencies of a company. */
export const ConnectionsPage = () => {
  const { t } = useTranslation(['connections', 'app'])
  const side = useSession().user.client.type
  const may = useMay()
  const mayInvite = may('connections', 'w')
  const mayExclude = may('criteria', 'w')
  const navigate = useNavigate()
  const { search, change } = useAddress(connectionsSearch)
  const paging = pagingOf(search, change, usePageSize({ row: twoLines, above: 4 }))
  const { page, size } = paging
  const query = useConnections({ page, size, ...presentOf({ search: search.search, group: search.group }) })
  return (
    <div className={styles.page}>
      {mayInvite && (
        <PageActions>
          {mayExclude && (
            <Button
              className={pageButton.button ?? ''}
              component={Link}
              to={innerPaths.exclusions}
              variant="default"
              aria-label={t('exclusions')}
              leftSection={<IconUserOff size={16} stroke={1.75} aria-hidden />}
            >
              <span className="from-tablet">{t('exclusions')}</span>
            </Button>
          )}
          <Button
            className={pageButton.button ?? ''}
            aria-label={t(`invite.open.${side}`)}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => change({ invite: true })}
          >
            <span className="from-tablet">{t(`invite.open.${side}`)}</span>
          </Button>
        </PageActions>
      )}
      <Panel flush>
        <Filters search={search} counts={query.data?.counts} onChange={change} />
        <DataTable
          label={t(side === 'AGENCY' ? 'app:pages.connectedCompanies' : 'app:pages.connections')}
          columns={useColumns(side)}
          query={query}
          keyOf={({ id }) => id}
          paging={paging}
          rowHeight={twoLines}
          onSelect={(connection) => void navigate(pageOf(connection))}
          empty={<NoConnections search={search} onChange={change} mayInvite={mayInvite} />}
        />
      </Panel>
      {mayInvite && search.invite && <InviteDialog onClose={() => change({ invite: undefined })} />}
    </div>
  )
}
