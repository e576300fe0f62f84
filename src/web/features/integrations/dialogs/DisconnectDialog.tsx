import '@mantine/core/styles/Radio.layer.css'
import { Radio, Skeleton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StoredCounts, Integration } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useDisconnect, useDisconnectionPreview } from '#web/data/integrations/connect.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { useCounts } from '../words.ts'
import styles from './dialogs.module.css'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { useCountsNow } from './use-counts-now.ts'

interface DisconnectDialogProps {
  source: Integration
  onClose: () => void
}

const useDisconnectForm = ({ source, onClose }: DisconnectDialogProps) => {
  const { id } = source
  const name = titleOf(source)
  const { t } = useTranslation('syncs')
  const textOf = useErrorText()
  const disconnect = useDisconnect()
  return useForm({
    initial: { erase: 'later', name: '' },
    rules: {
      name: (value, { erase }) => (erase === 'later' || isTyped(value, name) ? undefined : t('disconnect.differs')),
    },
    submit: async ({ erase }) => {
      await disconnect.mutateAsync({ id, erase: erase === 'now' ? 'now' : 'later' })
      void showToast('success', t(erase === 'now' ? 'disconnect.doneNow' : 'disconnect.done', { name }))
      onClose()
    },
    explain: (error) => t('disconnect.failed', { reason: textOf(error) }),
  })
}

interface ChoicesProps {
  preview: { held: StoredCounts; erase_at: string | null }
  source: Integration
  form: ReturnType<typeof useDisconnectForm>
}

/** What happens to the synced data, with counts. */
const Choices = ({ preview, source, form }: ChoicesProps) => {
  const { t } = useTranslation('syncs')
  const name = titleOf(source)
  const counts = useCounts()({ ...preview.held, ...useCountsNow(source) })
  if (counts === '') return <p className="small">{t('disconnect.nothing')}</p>
  return (
    <>
      <Radio.Group
        label={t('disconnect.choice')}
        name="erase"
        value={form.values.erase}
        onChange={(choice) => form.set('erase', choice)}
      >
        <div className={styles.choices}>
          <Radio
            size="xs"
            value="later"
            label={t('disconnect.later', { days: limits.erasedAfterDays })}
            description={t('disconnect.laterText', { counts, day: preview.erase_at ? dayOf(preview.erase_at) : '' })}
          />
          <Radio size="xs" value="now" label={t('disconnect.now')} description={t('disconnect.nowText')} />
        </div>
      </Radio.Group>
      {form.values.erase === 'now' && (
        <TextInput {...form.field('name')} label={t('disconnect.confirm', { name })} autoComplete="off" spellCheck={false} />
      )}
    </>
  )
}

const ChoiceSkeleton = () => (
  <div className={styles.choices} aria-hidden>
    <Skeleton height={76} />
    <Skeleton height={76} />
  </div>
)

export const DisconnectDialog = (props: DisconnectDialogProps) => {
  const { source, onClose } = props
  const { t } = useTranslation('syncs')
  const name = titleOf(source)
  const preview = useDisconnectionPreview(source.id)
  const form = useDisconnectForm(props)
  return (
    <FormDialog
      title={t('disconnect.title', { name })}
      text={t('disconnect.access')}
      action={t(form.values.erase === 'now' ? 'disconnect.actionNow' : 'disconnect.action')}
      isDangerous
      isWide
      form={form}
      onClose={onClose}
    >
      <Loaded query={preview} skeleton={<ChoiceSkeleton />}>
        {(data) => <Choices preview={data} source={source} form={form} />}
      </Loaded>
    </FormDialog>
  )
}
