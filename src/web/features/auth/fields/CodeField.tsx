import { useId, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './CodeField.module.css'

interface CodeFieldProps {
  name: string
  value: string
  error: string | undefined
  onCode: (code: string) => void
}

const usualLength = 6
const longest = 8

/** Boxes to look at, one real input underneath: pasting, autofill and screen readers work as with any field. */
export const CodeField = ({ name, value, error, onCode }: CodeFieldProps) => {
  const { t } = useTranslation()
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
        {t('fields.code')}
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
