import { Button } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSharingCompanies, type SharingCompany } from '#web/data/connections/sharing.ts'
import { useContacts, useExportContacts } from '#web/data/syncs/records.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { companyIds } from '#web/lib/address/companies.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { locale } from '#web/lib/format/locale.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { contactMessages } from '#web/messages/en-contacts.ts'
import { addressOf, innerPaths, paths } from '#web/paths.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { ExportButton } from '#web/ui/table/ExportButton.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { ContactPanel } from './ContactPanel.tsx'
import { contactsSearch } from './contacts-search.ts'
import styles from './contacts.module.css'
import { useContactColumns } from './use-contact-columns.tsx'

addTranslations('contacts', contactMessages)

/** Companies change their contacts at any time, without an event for each. */
const every = 30_000

const listFormat = new Intl.ListFormat(locale)

type Address = ReturnType<typeof useAddress<ReturnType<typeof contactsSearch>>>
type Search = Address['search']

/** Whose contacts are listed: of all, or of the companies that are chosen in the header. */
const useScope = ({ companies }: Search) => {
  const query = useSharingCompanies()
  const ids = companyIds(companies)
  const chosen = query.data?.filter(({ id }) => ids.includes(id)) ?? []
  return {
    query,
    chosen,
    inScope: ids.length === 0 ? (query.data ?? []) : chosen,
    connectionIds: chosen.flatMap((company) => company.connectionIds).join(',') || undefined,
    /** None of those that were chosen shares any longer. */
    isNobody: ids.length > 0 && query.isSuccess && chosen.length === 0,
  }
}

interface EmptyProps {
  search: Search
  chosen: readonly SharingCompany[]
  onChange: Address['change']
}

const isTotalsOnly = (chosen: readonly SharingCompany[]) => chosen.length > 0 && chosen.every((company) => company.isTotalsOnly)

const wordsFor = ({ search: { q, companies }, chosen }: EmptyProps) => {
  if (q === undefined && isTotalsOnly(chosen)) return 'totalsOnly'
  return q === undefined && companies === undefined ? 'empty' : 'filtered'
}

const NoContacts = (props: EmptyProps) => {
  const { t } = useTranslation('contacts')
  const words = wordsFor(props)
  const all = () => props.onChange({ q: undefined, companies: undefined, page: undefined })
  const connectionId = props.chosen[0]?.connectionIds[0]
  return (
    <EmptyState
      icon={<IconAddressBook size={22} stroke={1.75} />}
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      actions={
        words === 'empty' ? (
          <Button component={Link} to={paths.connections}>
            {t('empty.action')}
          </Button>
        ) : (
          <>
            {words === 'totalsOnly' && connectionId !== undefined && (
              <Button component={Link} to={addressOf(innerPaths.connection, connectionId)}>
                {t('totalsOnly.action')}
              </Button>
            )}
            <Button variant="default" onClick={all}>
              {t('filtered.action')}
            </Button>
          </>
        )
      }
    />
  )
}

/** Companies of which the agency gets figures, and no row. */
const TotalsNote = ({ companies }: { companies: readonly SharingCompany[] }) => {
  const { t } = useTranslation('contacts')
  const names = companies.filter((company) => company.isTotalsOnly).map(({ name }) => name)
  if (names.length === 0) return null
  return <Note kind="info">{t('totals', { count: names.length, names: listFormat.format(names) })}</Note>
}

interface TableProps extends ReturnType<typeof useScope> {
  paging: ReturnType<typeof pagingOf>
  address: Address
}

const filterOf = ({ q }: Search, connectionIds: string | undefined) => presentOf({ search: q, connection_id: connectionIds })

/** The same for the table and for the export: it is fetched once. */
const useListed = ({ paging: { page, size }, address: { search }, connectionIds }: TableProps) =>
  useContacts({ page, size, ...filterOf(search, connectionIds) }, { every })

/** Where no company that is listed allows it, the button names them. */
const Export = (props: TableProps) => {
  const { address, chosen, connectionIds } = props
  const listed = useListed(props).data?.items ?? []
  const exporting = useExportContacts()
  const isRefused = listed.length > 0 && chosen.length > 0 && listed.every(({ shared }) => shared?.allow_export === false)
  return (
    <ExportButton
      onExport={() => exporting.mutateAsync(filterOf(address.search, connectionIds))}
      refusedBy={isRefused ? listFormat.format(chosen.map(({ name }) => name)) : undefined}
    />
  )
}

const Table = (props: TableProps) => {
  const { paging, chosen } = props
  const { search, change, step } = props.address
  const { t } = useTranslation('contacts')
  const query = useListed(props)
  const open = (id: string) => step({ contact: id })
  return (
    <DataTable
      label={t('label')}
      columns={useContactColumns(open)}
      query={query}
      keyOf={({ id }) => id}
      paging={paging}
      rowHeight={twoLines}
      columnsKey="agency-contacts"
      selected={search.contact}
      onSelect={({ id }) => open(id)}
      empty={<NoContacts search={search} chosen={chosen} onChange={change} />}
    />
  )
}

/** Whether it is known whose contacts are asked for. */
const isKnown = ({ query, isNobody }: ReturnType<typeof useScope>, { companies }: Search): boolean =>
  !isNobody && (query.isSuccess || companies === undefined)

/** While the chosen companies load, and if they cannot be loaded, it is not known whose contacts are asked for. */
const Listed = (props: TableProps) => {
  const { query, chosen, isNobody, address, paging } = props
  if (isNobody) return <NoContacts search={address.search} chosen={chosen} onChange={address.change} />
  if (isKnown(props, address.search)) return <Table {...props} />
  if (!query.isError) return <SkeletonRows rows={paging.size + 1} height={twoLines} />
  return (
    <div className={styles.failed}>
      <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
    </div>
  )
}

/** Contacts that companies share with an agency, and those of its own sources. */
export const ContactsPage = () => {
  const { t } = useTranslation('contacts')
  const address = useAddress(contactsSearch)
  const { search, change } = address
  const paging = pagingOf(search, change, usePageSize({ row: twoLines, above: 3 }))
  const scope = useScope(search)
  return (
    <div className={styles.page}>
      {!isTotalsOnly(scope.chosen) && <TotalsNote companies={scope.inScope} />}
      <Panel flush>
        <div className={styles.bar}>
          <SearchField
            label={t('search')}
            hint={t('searchHint')}
            value={search.q ?? ''}
            onSearch={(q) => change({ q: q || undefined, page: undefined })}
          />
          <span className="grow" />
          {isKnown(scope, search) && !isTotalsOnly(scope.chosen) && <Export {...scope} paging={paging} address={address} />}
        </div>
        <Listed {...scope} paging={paging} address={address} />
      </Panel>
      {search.contact && <ContactPanel key={search.contact} id={search.contact} onClose={() => change({ contact: undefined })} />}
    </div>
  )
}
