import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { localOf } from '#web/lib/time/local-time.ts'
import type { Filter } from './filter.ts'
import styles from './FilterChips.module.css'

interface FilterEditorProps {
  filter: Filter
  onApply: (value: string | undefined) => void
  onCancel: () => void
}

/** A chip with a text field: Enter applies, Escape cancels. */
export const FilterEditor = ({ filter, onApply, onCancel }: FilterEditorProps) => {
  const { t } = useTranslation('app')
  const { title, value, hint, isTime = false } = filter
  const form = useForm({
    initialValues: { text: isTime && value ? localOf(value) : (value ?? '') },
    validate: { text: (text) => (text.trim() === '' ? undefined : filter.check?.(text.trim())) },
  })
  const { text: wrong } = form.errors
  const field = useRef<HTMLInputElement>(null)
  // Runs after the menu that opened it has returned the focus to its button.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const apply = (text: string) => {
    if (text === '') return onApply(undefined)
    return onApply(isTime ? new Date(text).toISOString() : text)
  }
  return (
    <form
      className={styles.editor}
      aria-label={title}
      data-wrong={wrong ? true : undefined}
      onSubmit={form.onSubmit(({ text }) => apply(text.trim()))}
    >
      <span>
        {title} {!isTime && t('filters.is')}
      </span>
      <TextInput
        ref={field}
        size="xs"
        type={isTime ? 'datetime-local' : 'text'}
        aria-label={title}
        {...(hint ? { placeholder: hint, title: hint } : {})}
        maxLength={100}
        spellCheck={false}
        {...form.getInputProps('text', { withError: false })}
        aria-invalid={wrong !== undefined}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      {wrong && (
        <span className={styles.wrong} role="alert">
          {wrong}
        </span>
      )}
      <Button type="submit" size="xs">
        {t('filters.apply')}
      </Button>
      <UnstyledButton className={styles.remove} aria-label={t('cancel')} onClick={onCancel}>
        <IconX size={14} aria-hidden />
      </UnstyledButton>
    </form>
  )
}
