import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'

export interface RowAction {
  name: string
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  /** Gets the button of the menu, for whatever gives the focus back later. */
  onClick: (button: HTMLButtonElement | null) => void
}

/** Three dots at the end of a row. */
export const RowMenu = ({ label, actions }: { label: string; actions: readonly RowAction[] }) => {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" width={208} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ name, label: words, icon, isDangerous, onClick }) => (
          <Menu.Item
            key={name}
            leftSection={icon}
            {...(isDangerous ? { color: 'red' } : {})}
            onClick={() => {
              // A dialog that opens now gives the focus back to where it is, and by then this item is gone.
              button.current?.focus()
              onClick(button.current)
            }}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
