import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExcludedContact } from '#contract/exclusions.ts'
import { useExclusions, useInclude } from '#web/data/connections/exclusions.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useAct } from '#web/lib/use-act.ts'
import { exclusionMessages } from '#web/messages/en-exclusions.ts'
import { paths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { BackLink } from '#web/ui/page/BackLink.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { twoLines, usePageSize } from '#web/ui/table/use-page-size.ts'
import { ExcludeSheet } from './ExcludeSheet.tsx'
import styles from './exclusions.module.css'
import { TagForm } from './TagForm.tsx'

addTranslations('exclusions', exclusionMessages)

const IncludeButton = ({ contact: { contactId, name, email } }: { contact: ExcludedContact }) => {
  const { t } = useTranslation('exclusions')
  const include = useInclude()
  const { act, isBusy } = useAct()
  const done = t('contacts.included', { name: name || email || t('contacts.nobody') })
  return (
    <BusyButton
      variant="subtle"
      size="compact-sm"
      busy={isBusy}
      onClick={() => void act(() => include.mutateAsync(contactId), done)}
    >
      {t('contacts.include')}
    </BusyButton>
  )
}

const useColumns = (): Column<ExcludedContact>[] => {
  const { t } = useTranslation('exclusions')
  return [
    {
      name: 'name',
      title: t('contacts.columns.name'),
      shares: 3,
      isTitle: true,
      cell: ({ name, email }) => (
        <span className={styles.contact}>
          <span className={name ? 'medium truncate' : 'dim truncate'}>{name || t('contacts.nobody')}</span>
          {email && <span className="caption dim truncate">{email}</span>}
        </span>
      ),
    },
    {
      name: 'by',
      title: t('contacts.columns.by'),
      cell: ({ excludedBy, isByTag }) => excludedBy ?? t(isByTag ? 'contacts.tag' : 'contacts.removedUser'),
    },
    { name: 'at', title: t('contacts.columns.at'), cell: ({ excludedAt }) => <RelativeTime instant={excludedAt} /> },
    { name: 'include', title: t('contacts.include'), isAction: true, cell: (contact) => <IncludeButton contact={contact} /> },
  ]
}

/** What a company shares with no agency. */
export const ExclusionsPage = () => {
  const { t } = useTranslation('exclusions')
  const [isAdding, setIsAdding] = useState(false)
  const { search, change } = useAddress(pagingSearch)
  const paging = pagingOf(search, change, usePageSize({ row: twoLines, above: 8 }))
  const query = useExclusions({ page: paging.page, size: paging.size })
  const columns = useColumns()
  const tag = query.data?.tag
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('contacts.add')}
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageTitle title={t('title')} />
      <header className={styles.head}>
        <BackLink to={paths.connections}>{t('back')}</BackLink>
        <h2>{t('title')}</h2>
        <p className="small dim">{t('text')}</p>
      </header>
      <Panel title={t('tag.title')} note={t('tag.hint')}>
        {tag === undefined ? <Skeleton height={56} aria-hidden /> : <TagForm key={tag} tag={tag} />}
      </Panel>
      <Panel title={t('contacts.title')} flush aside={query.data?.total !== 0 && add}>
        <DataTable
          label={t('contacts.label')}
          columns={columns}
          query={query}
          keyOf={({ contactId }) => contactId}
          paging={paging}
          rowHeight={twoLines}
          empty={
            <EmptyState
              icon={<IconUserOff size={22} stroke={1.75} />}
              title={t('contacts.empty.title')}
              text={t('contacts.empty.text')}
              actions={add}
            />
          }
        />
      </Panel>
      {isAdding && <ExcludeSheet onClose={() => setIsAdding(false)} />}
    </div>
  )
}
