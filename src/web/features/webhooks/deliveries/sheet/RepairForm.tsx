import { Button, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReplay, type OpenDelivery } from '#web/data/webhooks/deliveries.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import styles from '../deliveries.module.css'

interface RepairFormProps {
  delivery: OpenDelivery
  /** What was sent. */
  text: string
  onDone: () => void
}

type Payload = NonNullable<Parameters<ReturnType<typeof useReplay>['mutateAsync']>[0]['payload']>

const parse = (text: string): Payload | undefined => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : undefined
}

/** The browser's own message says where the JSON is wrong. */
const useJsonRule = () => {
  const { t } = useTranslation('webhooks')
  return (text: string) => {
    try {
      return parse(text) ? undefined : t('deliveries.sheet.notObject')
    } catch (error) {
      return t('deliveries.sheet.notJson', { reason: error instanceof Error ? error.message : '' })
    }
  }
}

/** It was sent again, and rejected again. */
class StillRejected extends Error {}

const mostLines = 24

/** Changes what was sent and applies it. What is still wrong is said under the text. */
export const RepairForm = ({ delivery, text, onDone }: RepairFormProps) => {
  const { t } = useTranslation('webhooks')
  const replay = useReplay()
  const reasonOf = useErrorText()
  const form = useForm({
    initial: { payload: text },
    rules: { payload: useJsonRule() },
    submit: async (values) => {
      const payload = parse(values.payload)
      if (!payload) return
      const { state, detail } = await replay.mutateAsync({ id: delivery.id, payload })
      if (state === 'rejected') throw new StillRejected(detail)
      void showToast('success', t('deliveries.replayed'))
      onDone()
    },
    explain: (error) => (error instanceof StillRejected ? error.message : reasonOf(error)),
    fieldOf: () => 'payload',
  })
  const { values, errors, busy } = form
  return (
    <form className={styles.repair} noValidate onSubmit={form.onSubmit}>
      <Textarea
        name="payload"
        label={t('deliveries.sheet.edit')}
        classNames={{ input: styles.json ?? '' }}
        rows={Math.min(mostLines, text.split('\n').length + 2)}
        spellCheck={false}
        autoCapitalize="none"
        value={values.payload}
        error={errors.payload}
        errorProps={{ role: 'alert' }}
        onChange={(event) => form.set('payload', event.currentTarget.value)}
      />
      <div className="row">
        <BusyButton type="submit" busy={busy}>
          {t('deliveries.sheet.send')}
        </BusyButton>
        <Button variant="default" disabled={busy} onClick={onDone}>
          {t('deliveries.sheet.cancel')}
        </Button>
      </div>
    </form>
  )
}
