import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCreateEndpoint, type EndpointList } from '#web/data/webhooks/endpoints.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { MadeAddress } from './made-address.ts'

interface AddEndpointDialogProps {
  list: EndpointList
  onAdded: (made: MadeAddress) => void
  onClose: () => void
}

const ownValue = 'own'

/** The agency itself, and the companies that have no endpoint yet. */
const useChoices = ({ items, addable }: EndpointList) => {
  const { t } = useTranslation('webhooks')
  const { name } = useSession().user.client
  const hasOwn = items.some(({ company_id: company }) => company === null)
  return [
    ...(hasOwn ? [] : [{ value: ownValue, label: t('own', { name }) }]),
    ...addable.map(({ company_id: value, name, kind }) => ({
      value,
      label: kind === 'ghost' ? t('adding.ghost', { name }) : name,
    })),
  ]
}

/** Its address is returned once, so it is shown on the page that the dialog returns to. */
export const AddEndpointDialog = ({ list, onAdded, onClose }: AddEndpointDialogProps) => {
  const { t } = useTranslation('webhooks')
  const choices = useChoices(list)
  const create = useCreateEndpoint()
  const reasonOf = useErrorText()
  const form = useForm({
    initial: { company: choices[0]?.value ?? '' },
    rules: {},
    submit: async ({ company }) => {
      const { endpoint, url } = await create.mutateAsync(company === ownValue ? null : company)
      void showToast('success', t('adding.done'))
      onClose()
      onAdded({ id: endpoint.id, url })
    },
    explain: (error) => t('adding.failed', { reason: reasonOf(error) }),
  })
  const isFull = choices.length === 0
  return (
    <FormDialog
      title={t('adding.title')}
      text={t('adding.text')}
      action={t('adding.action')}
      blockedBy={isFull ? 'no-endpoint-left' : undefined}
      form={form}
      onClose={onClose}
    >
      {isFull ? (
        <div id="no-endpoint-left">
          <Note kind="info">{t('adding.full')}</Note>
        </div>
      ) : (
        <NativeSelect
          name="company"
          label={t('adding.company')}
          value={form.values.company}
          data={choices}
          onChange={(event) => form.set('company', event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
