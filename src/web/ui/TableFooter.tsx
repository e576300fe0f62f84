import { Button, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pageSizes } from '#web/lib/paging.ts'
import styles from './DataTable.module.css'

interface TableFooterProps {
  total: number
  shown: number
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

const number = new Intl.NumberFormat('en')

export const TableFooter = ({ total, shown, page, size, onPage, onSize }: TableFooterProps) => {
  const { t } = useTranslation('app')
  const before = (page - 1) * size
  const range =
    shown === 0
      ? t('table.none')
      : t('table.range', { first: number.format(before + 1), last: number.format(before + shown), total: number.format(total) })
  return (
    <div className={styles.footer}>
      <span className="numeric" aria-live="polite">
        {range}
      </span>
      <span className="grow" />
      <label className={styles.rows}>
        {t('table.rows')}
        <NativeSelect
          size="xs"
          value={String(size)}
          data={pageSizes.map(String)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
      </label>
      <nav className="row" aria-label={t('table.paging')}>
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t('table.previous')}
        </Button>
        <Button variant="default" size="xs" disabled={before + shown >= total} onClick={() => onPage(page + 1)}>
          {t('table.next')}
        </Button>
      </nav>
    </div>
  )
}
