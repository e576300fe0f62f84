import { Button } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSharingCompanies, type SharingCompany } from '#web/data/connections/sharing.ts'
import { useContacts } from '#web/data/syncs/records.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { companyIds } from '#web/lib/address/companies.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { locale } from '#web/lib/format/locale.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { contactMessages } from '#web/messages/en-contacts.ts'
import { paths } from '#web/paths.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
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

const wordsFor = ({ search: { q, companies }, chosen }: EmptyProps) => {
  if (q === undefined && chosen.length > 0 && chosen.every(({ isTotalsOnly }) => isTotalsOnly)) return 'totalsOnly'
  return q === undefined && companies === undefined ? 'empty' : 'filtered'
}

const NoContacts = (props: EmptyProps) => {
  const { t } = useTranslation('contacts')
  const words = wordsFor(props)
  const all = () => props.onChange({ q: undefined, companies: undefined, page: undefined })
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
          <Button variant="default" onClick={all}>
            {t('filtered.action')}
          </Button>
        )
      }
    />
  )
}

/** Companies of which the agency gets figures, and no row. */
const TotalsNote = ({ companies }: { companies: readonly SharingCompany[] }) => {
  const { t } = useTranslation('contacts')
  const names = companies.filter(({ isTotalsOnly }) => isTotalsOnly).map(({ name }) => name)
  if (names.length === 0) return null
  return <Note kind="info">{t('totals', { count: names.length, names: listFormat.format(names) })}</Note>
}

interface TableProps extends ReturnType<typeof useScope> {
  paging: ReturnType<typeof pagingOf>
  address: Address
}

const Table = ({ paging, address: { search, change, step }, connectionIds, chosen }: TableProps) => {
  const { t } = useTranslation('contacts')
  const { page, size } = paging
  const query = useContacts({ page, size, ...presentOf({ search: search.q, connection_id: connectionIds }) }, { every })
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

/** While the chosen companies load, and if they cannot be loaded, it is not known whose contacts are asked for. */
const Listed = (props: TableProps) => {
  const { query, chosen, isNobody, address, paging } = props
  if (isNobody) return <NoContacts search={address.search} chosen={chosen} onChange={address.change} />
  if (query.isSuccess || address.search.companies === undefined) return <Table {...props} />
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
      <TotalsNote companies={scope.inScope} />
      <Panel flush>
        <div className={styles.bar}>
          <SearchField
            label={t('search')}
            hint={t('searchHint')}
            value={search.q ?? ''}
            onSearch={(q) => change({ q: q || undefined, page: undefined })}
          />
        </div>
        <Listed {...scope} paging={paging} address={address} />
      </Panel>
      {search.contact && <ContactPanel key={search.contact} id={search.contact} onClose={() => change({ contact: undefined })} />}
    </div>
  )
}
