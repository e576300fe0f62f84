import { useEffect, useId, useRef, type ChangeEvent } from 'react'
import styles from './CodeField.module.css'

interface CodeFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onCode: (code: string) => void
  /** How many boxes are shown; a longer code gets more. */
  usualLength?: number
  /** Submits the form after the last digit, because nothing else is left to fill in. */
  submits?: boolean
}

const longest = 8

/** A code that was typed or pasted submits its form once; another code submits it again. */
const useSubmitWhenComplete = (value: string, length: number | undefined) => {
  const input = useRef<HTMLInputElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const last = before.current
    before.current = value
    if (value === last || value.length !== length || last.length > length) return
    input.current?.form?.requestSubmit()
  }, [value, length])
  return input
}

/** Boxes on top of one real input: pasting, autofill and screen readers work as with any field. */
export const CodeField = ({ label, name, value, error, onCode, usualLength = 6, submits = false }: CodeFieldProps) => {
  const id = useId()
  const input = useSubmitWhenComplete(value, submits ? usualLength : undefined)
  const boxes = Array.from({ length: Math.max(usualLength, value.length) }, (_, position) => ({
    position,
    digit: value[position] ?? '',
  }))
  const active = Math.min(value.length, boxes.length - 1)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = event.currentTarget.value.replace(/\D/g, '')
    // A complete code was already submitted: a further digit begins another code.
    const isNext = submits && value.length === usualLength && digits.length > usualLength && digits.startsWith(value)
    onCode((isNext ? digits.slice(usualLength) : digits).slice(0, longest))
  }
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.code}>
        <input
          ref={input}
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
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
