import { Skeleton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useDisconnect, useDisconnectionPreview } from '#web/data/integrations/connect.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { useCounts } from '../words.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { useCountsNow } from './use-counts-now.ts'

/** Erases the data of a disconnected source now instead of later. */
export const EraseDialog = ({ source, onClose }: { source: Integration; onClose: () => void }) => {
  const { id } = source
  const name = titleOf(source)
  const { t } = useTranslation('syncs')
  const countsOf = useCounts()
  const countsNow = useCountsNow(source)
  const preview = useDisconnectionPreview(id)
  const erase = useDisconnect()
  const form = useForm({
    initial: { name: '' },
    rules: { name: (value) => (isTyped(value, name) ? undefined : t('disconnect.differs')) },
    submit: async () => {
      await erase.mutateAsync({ id, erase: 'now' })
      void showToast('success', t('erase.done', { name }))
      onClose()
    },
    explain: useErrorText(),
  })
  const textOf = (counts: string) => (counts ? t('erase.text', { counts }) : t('erase.nothing'))
  return (
    <FormDialog title={t('erase.title', { name })} action={t('erase.action')} isDangerous form={form} onClose={onClose}>
      <Loaded query={preview} skeleton={<Skeleton height={40} />}>
        {({ held }) => <p>{textOf(countsOf({ ...held, ...countsNow }))}</p>}
      </Loaded>
      <TextInput {...form.field('name')} label={t('disconnect.confirm', { name })} autoComplete="off" spellCheck={false} />
    </FormDialog>
  )
}
