import { ActionIcon, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useUpdateIntegration } from '#web/data/integrations/connect.ts'
import { useMay } from '#web/lib/may.ts'
import { useAct } from '#web/lib/use-act.ts'
import styles from './SourceCard.module.css'

interface EditorProps {
  source: Integration
  onDone: () => void
}

const longest = 100

const Editor = ({ source, onDone }: EditorProps) => {
  const { t } = useTranslation(['syncs', 'app'])
  const { act, isBusy } = useAct()
  const update = useUpdateIntegration()
  const { id, vendor, attribute_id: before, version } = source
  const form = useForm({ initialValues: { attribute: before ?? '' } })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (typed: string) => {
    const attribute = typed.trim() || null
    if (attribute === before) return onDone()
    return void act(() => update.mutateAsync({ id, version, attribute_id: attribute }), onDone)
  }
  return (
    <form className={styles.editor} onSubmit={form.onSubmit(({ attribute }) => save(attribute))}>
      <TextInput
        ref={field}
        size="xs"
        className={styles.field ?? ''}
        aria-label={t('card.attributeLabel', { name: titleOf(source) })}
        placeholder={t('card.attributeHint')}
        title={t('card.attributeHelp', { provider: vendor })}
        {...form.getInputProps('attribute')}
        maxLength={longest}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <ActionIcon type="submit" variant="filled" color="river" size={28} aria-label={t('card.attributeSave')} loading={isBusy}>
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size={28} aria-label={t('app:cancel')} onClick={onDone}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </form>
  )
}

/** The client's own label for a source, edited in place. */
export const AttributeId = ({ source }: { source: Integration }) => {
  const { t } = useTranslation(['syncs', 'app'])
  const may = useMay()
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { vendor, attribute_id: attribute } = source
  const shown = attribute ?? t('card.attributeAdd')
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <Editor source={source} onDone={() => setIsEditing(false)} />
  if (!may('integrations', 'w')) return attribute ?? t('app:noValue')
  return (
    <button
      ref={button}
      type="button"
      className={styles.attribute}
      aria-label={t('card.attributeEdit', { name: titleOf(source), value: shown })}
      title={t('card.attributeHelp', { provider: vendor })}
      data-empty={attribute === null || undefined}
      onClick={() => setIsEditing(true)}
    >
      <span className="truncate">{shown}</span>
      <IconPencil size={13} stroke={1.75} aria-hidden />
    </button>
  )
}
