import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from './column.ts'

interface ColumnMenuProps {
  label: string
  /** The columns that may be hidden. */
  columns: readonly Pick<Column<never>, 'name' | 'title'>[]
  hidden: readonly string[]
  onHide: (names: string[]) => void
}

/** Shows and hides the columns of a table. */
export const ColumnMenu = ({ label, columns, hidden, onHide }: ColumnMenuProps) => {
  const { t } = useTranslation('tables')
  return (
    <Menu position="top-end" width={208} withInitialFocusPlaceholder={false} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('columnsOf', { table: label })} title={t('columns')}>
          <IconColumns3 size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ name, title }) => (
          <Menu.CheckboxItem
            key={name}
            checked={!hidden.includes(name)}
            onChange={(isShown) => onHide(isShown ? hidden.filter((one) => one !== name) : [...hidden, name])}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
        {hidden.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onHide([])}>{t('allColumns')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
