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
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { ContactPanel } from './ContactPanel.tsx'
import { contactsSearch } from './contacts-search.ts'
import styles from './contacts.module.css'
import { useContactColumns } from './use-contact-columns.tsx'

addTranslations('contacts', contactMessages)

const listFormat = new Intl.ListFormat(locale)

interface EmptyProps {
  isFiltered: boolean
  /** Every chosen company shares totals only. */
  isTotalsOnly: boolean
  onAll: () => void
}

const NoContacts = ({ isFiltered, isTotalsOnly, onAll }: EmptyProps) => {
  const { t } = useTranslation('contacts')
  const words = isTotalsOnly ? 'totalsOnly' : isFiltered ? 'filtered' : 'empty'
  return (
    <EmptyState
      icon={<IconAddressBook size={22} stroke={1.75} />}
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      actions={
        isFiltered ? (
          <Button variant="default" onClick={onAll}>
            {t('filtered.action')}
          </Button>
        ) : (
          <Button component={Link} to={paths.connections}>
            {t('empty.action')}
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

/** Contacts that companies share with an agency, and those of its own sources. */
export const ContactsPage = () => {
  const { t } = useTranslation('contacts')
  const { search, change, step } = useAddress(contactsSearch)
  const paging = pagingOf(search, change, usePageSize({ row: twoLines, above: 3 }))
  const companies = useSharingCompanies()
  const ids = companyIds(search.companies)
  const chosen = companies.data?.filter(({ id }) => ids.includes(id)) ?? []
  const inScope = ids.length === 0 ? (companies.data ?? []) : chosen
  const connectionIds = chosen.flatMap((company) => company.connectionIds).join(',')
  const isKnown = ids.length === 0 || companies.isSuccess
  // A company that shares no longer has no contacts here.
  const isNobody = isKnown && ids.length > 0 && connectionIds === ''
  const { page, size } = paging
  const query = useContacts(
    { page, size, ...presentOf({ search: search.q, connection_id: connectionIds || undefined }) },
    isKnown && !isNobody,
  )
  const open = (id: string) => step({ contact: id })
  const all = () => change({ q: undefined, companies: undefined, page: undefined })
  const isFiltered = search.q !== undefined || ids.length > 0
  const isTotalsOnly = chosen.length > 0 && chosen.every((company) => company.isTotalsOnly)
  const empty = <NoContacts isFiltered={isFiltered} isTotalsOnly={isTotalsOnly} onAll={all} />
  return (
    <div className={styles.page}>
      {!isTotalsOnly && <TotalsNote companies={inScope} />}
      <Panel flush>
        <div className={styles.bar}>
          <SearchField
            label={t('search')}
            hint={t('searchHint')}
            value={search.q ?? ''}
            onSearch={(q) => change({ q: q || undefined, page: undefined })}
          />
        </div>
        {isNobody ? (
          empty
        ) : (
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
            empty={empty}
          />
        )}
      </Panel>
      {search.contact && <ContactPanel key={search.contact} id={search.contact} onClose={() => change({ contact: undefined })} />}
    </div>
  )
}
