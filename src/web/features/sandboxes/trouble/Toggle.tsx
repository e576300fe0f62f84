import { useId, type ReactNode } from 'react'
import { OnOff } from '#web/ui/fields/Toggle.tsx'
import styles from './trouble.module.css'

interface ToggleProps {
  name: string
  text: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Stands before the switch. */
  children?: ReactNode
}

/** One thing that can be switched, with what it does. */
export const Toggle = ({ name, text, isOn, onChange, children }: ToggleProps) => {
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
      <OnOff
        className={styles.switch}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-text`}
        isOn={isOn}
        onChange={onChange}
      />
    </div>
  )
}
