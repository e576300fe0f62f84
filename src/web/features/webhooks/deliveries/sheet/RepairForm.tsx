import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useReplay, type OpenDelivery } from '#web/data/webhooks/deliveries.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
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

/** The name of the property or field that the server names: payload.properties.quoted_price. */
const nameIn = (error: unknown): string | undefined =>
  error instanceof ApiError && error.field?.startsWith('payload.') ? error.field.split('.').at(-1) : undefined

/** Selects what the server rejects, so that it can be replaced by typing. */
const useSelectedProblem = (error: unknown) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const name = nameIn(error)
    const [before = '', rest] = name === undefined ? [] : (field.current?.value.split(`"${name}"`, 2) ?? [])
    if (name !== undefined && rest !== undefined)
      field.current?.setSelectionRange(before.length + 1, before.length + 1 + name.length)
  }, [error])
  return field
}

const mostLines = 24

/** Changes what was sent and applies it. What is still wrong is said under the text. */
export const RepairForm = ({ delivery, text, onDone }: RepairFormProps) => {
  const { t } = useTranslation('webhooks')
  const replay = useReplay()
  const form = useForm({
    initial: { payload: text },
    rules: { payload: useJsonRule() },
    submit: async (values) => {
      const payload = parse(values.payload)
      if (!payload) return
      await replay.mutateAsync({ id: delivery.id, payload })
      void showToast('success', t('deliveries.replayed'))
      onDone()
    },
    explain: useErrorText(),
    fieldOf: () => 'payload',
  })
  const { values, errors, busy } = form
  const field = useSelectedProblem(form.error)
  return (
    <form className={styles.repair} noValidate onSubmit={form.onSubmit}>
      <Textarea
        ref={field}
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
