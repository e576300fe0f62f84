import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'

export interface RowAction {
  name: string
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  /** Receives the button of the menu, so that a dialog can return the focus to it. */
  onClick: (button: HTMLButtonElement | null) => void
}

/** The menu behind the three dots at the end of a row. */
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
            {...(isDangerous ? { color: 'var(--tb-bad)' } : {})}
            onClick={() => {
              // A dialog that opens now returns the focus to the focused element, and this item no longer exists by then.
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
