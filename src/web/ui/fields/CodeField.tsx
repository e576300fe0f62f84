import { useId, type ChangeEvent } from 'react'
import styles from './CodeField.module.css'

interface CodeFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onCode: (code: string) => void
  /** How many boxes stand ready; a longer code gets more. */
  usualLength?: number
}

const longest = 8

/** Boxes to look at, one real input underneath: pasting, autofill and screen readers work as with any field. */
export const CodeField = ({ label, name, value, error, onCode, usualLength = 6 }: CodeFieldProps) => {
  const id = useId()
  const boxes = Array.from({ length: Math.max(usualLength, value.length) }, (_, position) => ({
    position,
    digit: value[position] ?? '',
  }))
  const active = Math.min(value.length, boxes.length - 1)
  const change = (event: ChangeEvent<HTMLInputElement>) => onCode(event.currentTarget.value.replace(/\D/g, '').slice(0, longest))
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.code}>
        <input
          id={id}
          name={name}
          className={styles.input}
          value={value}
          onChange={change}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <div className={styles.boxes} aria-hidden>
          {boxes.map(({ position, digit }) => (
            <span
              key={position}
              className={styles.box}
              data-active={position === active || undefined}
              data-wrong={Boolean(error) || undefined}
            >
              {digit}
            </span>
          ))}
        </div>
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
