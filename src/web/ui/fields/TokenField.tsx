import { Input, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import styles from './TokenField.module.css'

interface TokenFieldProps {
  label: string
  name: string
  tokens: readonly string[]
  isMarked: (token: string) => boolean
  /** Splits a text that was typed or pasted. */
  split: (text: string) => string[]
  onChange: (tokens: string[]) => void
  removeLabel: (token: string) => string
  hint?: string | undefined
  error?: string | undefined
}

const ends = /[\s,;]/

const useTyping = ({ tokens, split, onChange }: TokenFieldProps) => {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    setTyped('')
    const all = [...tokens, ...split(text)]
    if (all.length > tokens.length) onChange(all)
  }
  return {
    value: typed,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => (ends.test(value) ? add(value) : setTyped(value)),
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text')
      if (!ends.test(text.trim())) return
      // The browser would remove the line breaks, which separate the parts.
      event.preventDefault()
      add(`${typed} ${text}`)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      const last = tokens.at(-1)
      if ((event.key === 'Enter' || event.key === 'Escape') && typed !== '') {
        event.preventDefault()
        add(typed)
      } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
        event.preventDefault()
        onChange(tokens.slice(0, -1))
        setTyped(last)
      }
    },
    onBlur: () => add(typed),
  }
}

/** Several short texts in one field, each with a button to remove it. Backspace makes the last one editable again. */
export const TokenField = (props: TokenFieldProps) => {
  const { label, name, tokens, isMarked, onChange, removeLabel, hint, error } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const typing = useTyping(props)
  // When there is more than fits, the input stays visible.
  useEffect(() => {
    if (document.activeElement === field.current) field.current?.scrollIntoView({ block: 'nearest' })
  })
  const remove = (removed: string) => {
    onChange(tokens.filter((token) => token !== removed))
    field.current?.focus()
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={error ? undefined : hint}
      descriptionProps={{ id: `${id}-help`, className: styles.hint ?? '' }}
      error={error}
      errorProps={{ id: `${id}-help`, role: 'alert' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={styles.box} data-wrong={error ? true : undefined}>
        {tokens.length > 0 && (
          <ul className={styles.tokens} aria-label={label}>
            {tokens.map((token) => (
              <li key={token} className={styles.token} data-marked={isMarked(token) || undefined}>
                <span title={token}>{token}</span>
                <UnstyledButton className={styles.remove} aria-label={removeLabel(token)} onClick={() => remove(token)}>
                  <IconX size={14} aria-hidden />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        <input
          {...typing}
          ref={field}
          id={id}
          name={name}
          className={styles.input}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(error)}
          aria-describedby={error || hint ? `${id}-help` : undefined}
        />
      </div>
    </Input.Wrapper>
  )
}
