import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { pageSizes } from '#web/lib/address/paging.ts'
import styles from './DataTable.module.css'

export interface Paging {
  page: number
  size: number
  /** The page size that fits, used until the user chooses another one. */
  usual?: number | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
}

interface TableFooterProps {
  /** The name of the table. */
  label: string
  total: number
  shown: number
  paging: Paging | undefined
  /** The note about selected rows. */
  note?: ReactNode
  menu?: ReactNode
}

/** On the first or last page the button does nothing but keeps the focus. */
const PagerButton = ({ atEnd, onTurn, children }: { atEnd: boolean; onTurn: () => void; children: string }) => (
  <Button variant="default" size="xs" aria-disabled={atEnd} onClick={() => !atEnd && onTurn()}>
    {children}
  </Button>
)

const Pager = ({ label, total, shown, paging }: Omit<TableFooterProps, 'paging'> & { paging: Paging }) => {
  const { t } = useTranslation('app')
  const { page, size, usual = size, onPage, onSize } = paging
  const isWhole = page === 1 && total <= size
  // Otherwise one page has all rows at every size, so there is nothing to choose.
  const hasSizes = page > 1 || total > Math.min(...pageSizes)
  const sizes = [...new Set([...pageSizes, usual, size])].toSorted((one, other) => one - other)
  return (
    <>
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
          <PagerButton atEnd={(page - 1) * size + shown >= total} onTurn={() => onPage(page + 1)}>
            {t('table.next')}
          </PagerButton>
        </nav>
      )}
    </>
  )
}

const useRange = ({ total, shown, paging }: TableFooterProps): string => {
  const { t } = useTranslation(['app', 'tables'])
  if (!paging) return t('tables:rowCount', { count: total, n: formatNumber(total) })
  if (shown === 0) return t('table.none')
  const before = (paging.page - 1) * paging.size
  return t('table.range', { first: formatNumber(before + 1), last: formatNumber(before + shown), total: formatNumber(total) })
}

export const TableFooter = (props: TableFooterProps) => {
  const { paging, note, menu } = props
  return (
    <div className={styles.footer}>
      <span className="numeric" aria-live="polite">
        {useRange(props)}
      </span>
      {note}
      <span className="grow" />
      {menu}
      {paging && <Pager {...props} paging={paging} />}
    </div>
  )
}
