import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeTag } from '#web/data/connections/exclusions.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import styles from './exclusions.module.css'

/** The tag of contacts that are never shared. Changing it changes what agencies have, so it is confirmed. */
export const TagForm = ({ tag: before }: { tag: string }) => {
  const { t } = useTranslation('exclusions')
  const change = useChangeTag()
  const [asked, setAsked] = useState<string | null>(null)
  const form = useForm({
    initial: { tag: before },
    rules: { tag: (text) => (text.trim() === '' ? t('tag.empty') : undefined) },
    submit: async ({ tag }) => setAsked(tag.trim()),
    explain: useErrorText(),
  })
  return (
    <form className={styles.tag} noValidate onSubmit={form.onSubmit} aria-label={t('tag.title')}>
      <TextInput {...form.field('tag')} label={t('tag.label')} maxLength={200} autoComplete="off" spellCheck={false} />
      <BusyButton type="submit" variant="default" disabled={form.values.tag.trim() === before} busy={change.isPending}>
        {t('tag.save')}
      </BusyButton>
      {asked !== null && (
        <ConfirmDialog
          title={t('tag.confirm.title', { tag: asked })}
          text={t('tag.confirm.text', { tag: asked, before })}
          action={t('tag.confirm.action')}
          done={t('tag.done')}
          onConfirm={() => change.mutateAsync(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  )
}
