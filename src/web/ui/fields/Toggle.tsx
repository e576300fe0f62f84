import '@mantine/core/styles/Switch.layer.css'
import { Switch, type SwitchProps } from '@mantine/core'
import styles from './Toggle.module.css'

interface OnOffProps extends Pick<SwitchProps, 'className' | 'aria-label' | 'aria-labelledby' | 'aria-describedby'> {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch whose words stand elsewhere. */
export const Toggle = ({ isOn, onChange, ...rest }: OnOffProps) => (
  <Switch
    {...rest}
    classNames={styles}
    withThumbIndicator={false}
    checked={isOn}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
