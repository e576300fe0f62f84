import '@mantine/core/styles/Switch.layer.css'
import { Switch, type SwitchProps } from '@mantine/core'
import styles from './Toggle.module.css'

interface ToggleProps extends Pick<
  SwitchProps,
  'className' | 'disabled' | 'aria-label' | 'aria-labelledby' | 'aria-describedby'
> {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch whose label is elsewhere. */
export const Toggle = ({ isOn, onChange, ...rest }: ToggleProps) => (
  <Switch
    {...rest}
    classNames={styles}
    withThumbIndicator={false}
    checked={isOn}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
