import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from './use-rows.ts'

interface SelectHeadingProps {
  isSelected: boolean
  isPartly: boolean
  toggle: () => void
}

/** Selects all loaded rows, or none of them. */
export const SelectHeading = ({ isSelected, isPartly, toggle }: SelectHeadingProps) => {
  const { t } = useTranslation('tables')
  return (
    <th scope="col" data-select>
      <Checkbox aria-label={t('selectLoaded')} checked={isSelected} indeterminate={isPartly} onChange={toggle} />
    </th>
  )
}

/** With Shift it selects all rows since the last clicked one. */
export const SelectCell = <T extends object>({ row, label }: { row: Row<T>; label: string }) => {
  const { t } = useTranslation('tables')
  return (
    <td data-select>
      <Checkbox
        aria-label={t('selectRow', { row: label })}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    </td>
  )
}
