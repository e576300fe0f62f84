import { Loader, Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './ChoiceMenu.module.css'

interface ChoiceMenuProps<V extends string> {
  /** Names the setting and the chosen value; the button itself shows only the value. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  busy: boolean
  onChange: (value: V) => void
}

/** A small menu to change one value in place. */
export const ChoiceMenu = <V extends string>({ label, value, options, busy, onChange }: ChoiceMenuProps<V>) => {
  const pick = (next: string) => {
    const chosen = options.find((option) => option.value === next)
    if (chosen && chosen.value !== value && !busy) onChange(chosen.value)
  }
  return (
    <Menu position="bottom-start" width={208} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={label} aria-busy={busy}>
          {options.find((option) => option.value === value)?.label}
          {busy ? <Loader size={14} aria-hidden /> : <IconChevronDown size={14} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={pick}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
