import { Button, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { figure } from '#web/lib/figure.ts'
import { pageSizes } from '#web/lib/paging.ts'
import styles from './DataTable.module.css'

interface TableFooterProps {
  /** What the table is called. */
  label: string
  total: number
  shown: number
  page: number
  size: number
  /** The size that fits, where nobody chose another one. */
  usual?: number | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** At its end it stays where the focus is, and does nothing. */
const PagerButton = ({ atEnd, onTurn, children }: { atEnd: boolean; onTurn: () => void; children: string }) => (
  <Button variant="default" size="xs" aria-disabled={atEnd} onClick={() => !atEnd && onTurn()}>
    {children}
  </Button>
)

export const TableFooter = ({ label, total, shown, page, size, usual = size, onPage, onSize }: TableFooterProps) => {
  const { t } = useTranslation('app')
  const before = (page - 1) * size
  const isWhole = page === 1 && total <= size
  // One page holds everything, of whatever size it is.
  const hasSizes = page > 1 || total > Math.min(...pageSizes)
  const sizes = [...new Set([...pageSizes, usual, size])].toSorted((one, other) => one - other)
  const range =
    shown === 0
      ? t('table.none')
      : t('table.range', { first: figure(before + 1), last: figure(before + shown), total: figure(total) })
  return (
    <div className={styles.footer}>
      <span className="numeric" aria-live="polite">
        {range}
      </span>
      <span className="grow" />
      {hasSizes && (
        <label className={styles.rows}>
          {t('table.rows')}
          <NativeSelect
            size="xs"
            value={String(size)}
            data={sizes.map(String)}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        </label>
      )}
      {!isWhole && (
        <nav className="row" aria-label={t('table.paging', { table: label })}>
          <PagerButton atEnd={page <= 1} onTurn={() => onPage(page - 1)}>
            {t('table.previous')}
          </PagerButton>
          <PagerButton atEnd={before + shown >= total} onTurn={() => onPage(page + 1)}>
            {t('table.next')}
          </PagerButton>
        </nav>
      )}
    </div>
  )
}
