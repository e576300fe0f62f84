import { Kbd, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  /** What can be searched for; also the accessible name of the field. */
  label: string
  /** More about it, on hover. */
  hint?: string
  value: string
  onSearch: (text: string) => void
}

const pause = 250

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Searches when the user stops typing. The slash key focuses it from anywhere on the page. */
export const SearchField = ({ label, hint = label, value, onSearch }: SearchFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The value can also change by going back, or by clearing all filters.
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => onSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open], [role=dialog]')) return
    event.preventDefault()
    field.current?.select()
  })
  return (
    <TextInput
      ref={field}
      type="search"
      className={styles.field}
      aria-label={label}
      placeholder={label}
      title={hint}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={typed === '' && <Kbd className="from-tablet">/</Kbd>}
      rightSectionPointerEvents="none"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onSearch(typed.trim())}
    />
  )
}
