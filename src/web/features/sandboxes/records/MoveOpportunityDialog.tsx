import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { opportunityStages, stageFrom } from './opportunity-stages.ts'

interface MoveOpportunityDialogProps {
  accountRef: AccountRef
  opportunity: SandboxRecord
  onClose: () => void
}

export const MoveOpportunityDialog = ({ accountRef, opportunity, onClose }: MoveOpportunityDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { moveOpportunity } = useAccountActs(accountRef)
  const form = useForm({
    initial: { stage: '1' },
    rules: {},
    submit: async ({ stage }) => {
      await moveOpportunity.mutateAsync({ id: opportunity.id, stage: stageFrom(stage) })
      void showToast('success', t('deals.moved', { name: opportunity.name }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('deals.moveTitle', { name: opportunity.name })}
      text={opportunity.detail && t('deals.moveText', { stage: opportunity.detail })}
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
