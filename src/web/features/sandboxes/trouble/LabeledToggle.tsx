import { useId, type ReactNode } from 'react'
import { Toggle } from '#web/ui/fields/Toggle.tsx'
import styles from './trouble.module.css'

interface LabeledToggleProps {
  name: string
  text: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Shown before the switch. */
  children?: ReactNode
}

/** A switch with its label and what it does. */
export const LabeledToggle = ({ name, text, isOn, onChange, children }: LabeledToggleProps) => {
  const id = useId()
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        <p id={`${id}-name`} className="small medium">
          {name}
        </p>
        <p id={`${id}-text`} className="caption dim" aria-live="polite">
          {text}
        </p>
      </div>
      {children}
      <Toggle
        className={styles.switch}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-text`}
        isOn={isOn}
        onChange={onChange}
      />
    </div>
  )
}
