import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { opportunityStages, stageFrom } from './opportunity-stages.ts'

interface MoveDealDialogProps {
  place: AccountRef
  deal: SandboxRecord
  onClose: () => void
}

export const MoveOpportunityDialog = ({ place, deal, onClose }: MoveDealDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { moveDeal } = useAccountActs(place)
  const form = useForm({
    initial: { stage: '1' },
    rules: {},
    submit: async ({ stage }) => {
      await moveDeal.mutateAsync({ id: deal.id, stage: stageFrom(stage) })
      void showToast('success', t('deals.moved', { name: deal.name }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('deals.moveTitle', { name: deal.name })}
      text={deal.detail && t('deals.moveText', { stage: deal.detail })}
      action={t('deals.moveAction')}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        label={t('deals.stage')}
        name="stage"
        value={form.values.stage}
        data={opportunityStages.map((value) => ({ value, label: t(`deals.stages.${value}`) }))}
        onChange={(event) => form.set('stage', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
