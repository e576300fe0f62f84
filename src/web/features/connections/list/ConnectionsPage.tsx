import { Button } from '@mantine/core'
import { IconAffiliate, IconBuildingPlus, IconPlus, IconUserOff } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageOf } from '#web/data/connections/opened.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { useMay } from '#web/lib/may.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { ghostMessages } from '#web/messages/en-ghost-companies.ts'
import { innerPaths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import pageButton from '#web/ui/page/page-button.module.css'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { StatusTabs } from '#web/ui/table/filters/StatusTabs.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { connectionsSearch, groupTabs, type ConnectionsSearch } from '../connections-search.ts'
import { AddGhostDialog } from '../ghosts/AddGhostDialog.tsx'
import { isGhost, type ListedCompany } from '../ghosts/companies.ts'
import { useCompanies } from '../ghosts/use-companies.ts'
import { InviteDialog } from '../invite/InviteDialog.tsx'
import styles from './ConnectionsPage.module.css'
import { useColumns } from './use-columns.tsx'

addTranslations('connections', connectionMessages)
addTranslations('ghosts', ghostMessages)

type Query = ReturnType<typeof useCompanies>

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
  mayAdd: boolean
}

const NoConnections = ({ search: { search = '', group }, onChange, mayInvite, mayAdd }: EmptyProps) => {
  const { t } = useTranslation(['connections', 'ghosts'])
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
          <>
            {mayInvite && <Button onClick={() => onChange({ invite: true })}>{t(`invite.open.${side}`)}</Button>}
            {mayAdd && (
              <Button variant="default" onClick={() => onChange({ add: true })}>
                {t('ghosts:add.open')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

interface ActionsProps extends Pick<FilterProps, 'onChange'> {
  mayInvite: boolean
  mayAdd: boolean
}

const Actions = ({ onChange, mayInvite, mayAdd }: ActionsProps) => {
  const { t } = useTranslation(['connections', 'ghosts'])
  const side = useSession().user.client.type
  const mayExclude = useMay()('criteria', 'w')
  return (
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
      {mayAdd && (
        <Button
          className={`${pageButton.button} ${styles.add}`}
          variant="default"
          aria-label={t('ghosts:add.open')}
          title={t('ghosts:add.open')}
          leftSection={<IconBuildingPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => onChange({ add: true })}
        >
          <span className={styles.addWords}>{t('ghosts:add.open')}</span>
        </Button>
      )}
      {mayInvite && (
        <Button
          className={pageButton.button ?? ''}
          aria-label={t(`invite.open.${side}`)}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange({ invite: true })}
        >
          <span className="from-tablet">{t(`invite.open.${side}`)}</span>
        </Button>
      )}
    </PageActions>
  )
}

/** Connections are listed without them if they could not be loaded. */
const GhostsFailed = ({ query: { ghosts } }: { query: Query }) => {
  const { t } = useTranslation(['ghosts', 'app'])
  if (!ghosts.isError || ghosts.data) return null
  return (
    <Note
      kind="bad"
      action={
        <Button variant="default" size="xs" loading={ghosts.isFetching} onClick={() => void ghosts.refetch()}>
          {t('app:tryAgain')}
        </Button>
      }
    >
      {t('listFailed')}
    </Note>
  )
}

/** The companies of an agency, or the agencies of a company. */
export const ConnectionsPage = () => {
  const { t } = useTranslation(['connections', 'app'])
  const side = useSession().user.client.type
  const may = useMay()
  const [mayInvite, mayAdd] = [may('connections', 'w'), may('ghostCompanies', 'w')]
  const navigate = useNavigate()
  const { search, change } = useAddress(connectionsSearch)
  const paging = pagingOf(search, change, usePageSize({ row: twoLines, above: 4 }))
  const { page, size } = paging
  const query = useCompanies({ page, size, ...presentOf({ search: search.search, group: search.group }) })
  const open = (one: ListedCompany) =>
    isGhost(one) ? navigate({ to: innerPaths.ghostCompany, params: { id: one.id } }) : navigate(pageOf(one))
  return (
    <div className={styles.page}>
      <Actions onChange={change} mayInvite={mayInvite} mayAdd={mayAdd} />
      <GhostsFailed query={query} />
      <Panel flush>
        <Filters search={search} counts={query.data?.counts} onChange={change} />
        <DataTable
          label={t(side === 'AGENCY' ? 'app:pages.connectedCompanies' : 'app:pages.connections')}
          columns={useColumns(side)}
          query={query}
          keyOf={({ id }) => id}
          paging={paging}
          rowHeight={twoLines}
          onSelect={(one) => void open(one)}
          empty={<NoConnections search={search} onChange={change} mayInvite={mayInvite} mayAdd={mayAdd} />}
        />
      </Panel>
      {mayInvite && search.invite && <InviteDialog onClose={() => change({ invite: undefined })} />}
      {mayAdd && search.add && <AddGhostDialog onClose={() => change({ add: undefined })} />}
    </div>
  )
}
