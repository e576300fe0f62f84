import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { inTable } from './mapping-draft.ts'
import styles from './mapping.module.css'
import { SampleGrid } from './SampleGrid.tsx'
import type { Mapping } from './use-mapping.ts'

interface TableChoiceProps {
  mapping: Mapping
  preview: MappingPreview
  isSheet: boolean
}

/** The choice of the table, and a sample of its rows. */
export const TableChoice = ({ mapping: { draft, change, query }, preview, isSheet }: TableChoiceProps) => {
  const { t } = useTranslation('source')
  const options = preview.tables.map(({ id, name, row_count: rows }) => ({
    value: id,
    label: rows === null ? name : `${name} (${t('mapping.rows', { count: rows, n: formatNumber(rows) })})`,
  }))
  return (
    <Panel title={t('mapping.sample')} note={t('mapping.sampleNote')} flush>
      <div className={styles.choice}>
        <NativeSelect
          label={t('mapping.table')}
          className={styles.table ?? ''}
          value={draft.tableId ?? ''}
          data={[...(draft.tableId === null ? [{ value: '', label: t('mapping.chooseTable') }] : []), ...options]}
          onChange={(event) => change(inTable(event.currentTarget.value, preview.tables))}
        />
        {isSheet && (
          <Checkbox
            label={t('mapping.header')}
            checked={draft.hasHeader}
            onChange={(event) => change({ hasHeader: event.currentTarget.checked, map: null })}
          />
        )}
      </div>
      {preview.rows.length === 0 ? (
        <p className={styles.nothing}>
          {t('mapping.emptyTable')}{' '}
          <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('mapping.lookAgain')}
          </Button>
        </p>
      ) : (
        <SampleGrid preview={preview} map={draft.map} skipsFirst={isSheet && draft.hasHeader} />
      )}
    </Panel>
  )
}
