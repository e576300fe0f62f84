import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useContacts, useExportContacts } from '#web/data/syncs/records.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useMay } from '#web/lib/may.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { ExportButton } from '#web/ui/table/ExportButton.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import source from '../source.module.css'
import { aboveTabs, type ViewProps } from '../view-props.ts'
import { useContactColumns } from './contact-columns.tsx'
import { LineagePanel } from './LineagePanel.tsx'

const NoContacts = ({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) => {
  const { t } = useTranslation('source')
  const words = isFiltered ? 'filtered' : 'empty'
  return (
    <EmptyState
      icon={<IconUsers size={22} stroke={1.75} />}
      title={t(`people.${words}.title`)}
      text={t(`people.${words}.text`)}
      actions={
        isFiltered && (
          <Button variant="default" onClick={onAll}>
            {t('people.filtered.action')}
          </Button>
        )
      }
    />
  )
}

/** The contacts of this source. Each one can be traced back to the vendor's record. */
export const ContactsTab = ({ integration, address: { search, change, step } }: ViewProps) => {
  const { t } = useTranslation('source')
  const paging = pagingOf(search, change, usePageSize({ above: aboveTabs }))
  const chosen = { integration_id: integration.id, ...presentOf({ search: search.q, held: search.held && 'true' }) }
  const query = useContacts({ ...chosen, page: paging.page, size: paging.size })
  const exporting = useExportContacts()
  const mayExport = useMay()('exports', 'x')
  const open = (id: string) => step({ person: id })
  const look = (q: string) => change({ q: q || undefined, page: undefined })
  const all = () => change({ q: undefined, held: undefined, page: undefined })
  return (
    <Panel flush>
      <div className={source.bar}>
        <SearchField label={t('people.search')} hint={t('people.searchHint')} value={search.q ?? ''} onSearch={look} />
        {search.held && (
          <span className="grow">
            {t('removal.listed')}{' '}
            <button type="button" className="link-button" onClick={all}>
              {t('removal.all')}
            </button>
          </span>
        )}
        <span className="grow" />
        {mayExport && <ExportButton onExport={() => exporting.mutateAsync(chosen)} />}
      </div>
      <DataTable
        label={t('people.label')}
        columns={useContactColumns(open)}
        query={query}
        keyOf={({ id }) => id}
        paging={paging}
        columnsKey="contacts"
        selected={search.person}
        onSelect={({ id }) => open(id)}
        empty={<NoContacts isFiltered={search.q !== undefined || search.held === true} onAll={all} />}
      />
      {search.person && (
        <LineagePanel
          key={search.person}
          id={search.person}
          integration={integration}
          onClose={() => change({ person: undefined })}
        />
      )}
    </Panel>
  )
}
