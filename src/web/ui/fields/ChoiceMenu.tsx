import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import styles from './ChoiceMenu.module.css'

interface Option<V extends string> {
  value: V
  label: string
  /** What the choice means. */
  hint?: string
}

interface ChoiceMenuProps<V extends string> {
  /** Names the setting and the chosen value; the button itself shows only the value. */
  label: string
  value: V
  options: readonly Option<V>[]
  onChange: (value: V) => void
}

/** A small menu to change one value in place. */
export const ChoiceMenu = <V extends string>({ label, value, options, onChange }: ChoiceMenuProps<V>) => {
  const id = useId()
  const pick = (next: string) => {
    const chosen = options.find((option) => option.value === next)
    if (chosen && chosen.value !== value) onChange(chosen.value)
  }
  return (
    <Menu position="bottom-start" width={304} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={label}>
          {options.find((option) => option.value === value)?.label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={pick}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              closeMenuOnClick
              aria-label={option.label}
              aria-describedby={option.hint && `${id}-${option.value}`}
            >
              {option.label}
              {option.hint && (
                <span id={`${id}-${option.value}`} className={styles.hint}>
                  {option.hint}
                </span>
              )}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
