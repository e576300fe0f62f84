import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { countSelected, everythingSelected, nothingSelected, type RowSelection } from './rows/row-selection.ts'

interface SelectionNoteProps {
  value: RowSelection
  onChange: (value: RowSelection) => void
  total: number
  /** The actions for the selected rows. */
  actions?: ReactNode
}

/** How many rows are selected, also on other pages, with buttons to select all or none. */
export const SelectionNote = ({ value, onChange, total, actions }: SelectionNoteProps) => {
  const { t } = useTranslation('tables')
  const count = countSelected(value, total)
  if (count === 0) return null
  return (
    <span className="row">
      <span className="medium ink-2 numeric" aria-live="polite">
        {t('selected', { count, n: formatNumber(count) })}
      </span>
      {count < total && (
        <button type="button" className="link-button" onClick={() => onChange(everythingSelected)}>
          {t('selectAll', { n: formatNumber(total) })}
        </button>
      )}
      <button type="button" className="link-button" onClick={() => onChange(nothingSelected)}>
        {t('clear')}
      </button>
      {actions}
    </span>
  )
}
