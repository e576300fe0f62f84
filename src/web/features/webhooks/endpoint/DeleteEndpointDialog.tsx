import { Skeleton, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useDeleteEndpoint, useDeletionCounts } from '#web/data/webhooks/endpoints.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { listFormat } from '#web/lib/format/list-format.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'

const useDeletedParts = ({
  people,
  opportunities,
  deliveries,
}: {
  people: number
  opportunities: number
  deliveries: number
}) => {
  const { t } = useTranslation('webhooks')
  const parts = Object.entries({ contacts: people, opportunities, deliveries } as const).filter(([, count]) => count > 0)
  return parts.map(([name, count]) =>
    t(`deletion.${name as 'contacts' | 'opportunities' | 'deliveries'}`, { count, n: formatNumber(count) }),
  )
}

type Counts = Parameters<typeof useDeletedParts>[0]

const Effects = ({ counts }: { counts: Counts }) => {
  const { t } = useTranslation('webhooks')
  const parts = useDeletedParts(counts)
  return parts.length === 0 ? t('deletion.nothing') : t('deletion.text', { counts: listFormat.format(parts) })
}

interface DeleteEndpointDialogProps {
  endpoint: WebhookEndpoint
  onClose: () => void
}

/** Contacts are erased with it: what is erased is counted first, and the name is typed. */
export const DeleteEndpointDialog = ({ endpoint: { id, name }, onClose }: DeleteEndpointDialogProps) => {
  const { t } = useTranslation('webhooks')
  const label = useId()
  const counts = useDeletionCounts(id)
  const remove = useDeleteEndpoint()
  const form = useForm({
    initial: { name: '' },
    rules: {},
    submit: async () => {
      await remove.mutateAsync(id)
      void showToast('success', t('deletion.done'))
      onClose()
    },
    explain: useErrorText(),
  })
  const isReady = counts.isSuccess && isTyped(form.values.name, name)
  return (
    <FormDialog
      title={t('deletion.title', { name })}
      text={
        <Loaded
          query={counts}
          skeleton={
            <>
              <span className="visually-hidden">{t('deletion.counting')}</span>
              <Skeleton height={40} />
            </>
          }
        >
          {(data) => <Effects counts={data} />}
        </Loaded>
      }
      action={t('deletion.action')}
      isDangerous
      blockedBy={isReady ? undefined : label}
      form={form}
      onClose={onClose}
    >
      <TextInput
        {...form.field('name')}
        label={t('deletion.confirm', { name })}
        labelProps={{ id: label }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  )
}
