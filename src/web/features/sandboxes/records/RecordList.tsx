import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SandboxRecord } from '#web/data/sandboxes.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { RowMenu, type RowAction } from '#web/ui/table/rows/RowMenu.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import styles from './records.module.css'

interface RecordListProps {
  object: 'people' | 'deals'
  query: UseQueryResult<{ items: SandboxRecord[] }>
  actionsFor: (record: SandboxRecord) => RowAction[]
  onAdd: () => void
}

export const RecordList = ({ object, query, actionsFor, onAdd }: RecordListProps) => {
  const { t } = useTranslation('sandboxes')
  const id = useId()
  return (
    <section className={styles.list} aria-labelledby={id}>
      <div className={styles.head}>
        <h4 id={id}>{t(`${object}.title`)}</h4>
        <span className="caption dim grow">{t('people.newest')}</span>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
          {t(`${object}.add`)}
        </Button>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows rows={5} height={44} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.empty}>{t(`${object}.empty`)}</p>
          ) : (
            <ul className={styles.rows}>
              {items.map((record) => (
                <li key={record.id}>
                  <span className={styles.words}>
                    <span className="small medium truncate">{record.name}</span>
                    <span className="caption dim truncate">
                      {record.detail && `${record.detail} · `}
                      <span className="monospace">{record.id}</span>
                    </span>
                  </span>
                  <RowMenu label={t(`${object}.menu`, { name: record.name })} actions={actionsFor(record)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
