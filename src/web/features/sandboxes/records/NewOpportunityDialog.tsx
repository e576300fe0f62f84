import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, useSandboxRecords, type AccountRef } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { opportunityStages, stageFrom } from './opportunity-stages.ts'

interface NewOpportunityDialogProps {
  accountRef: AccountRef
  onClose: () => void
}

const useOpportunityForm = ({ accountRef, onClose }: NewOpportunityDialogProps, firstContact: string) => {
  const { t } = useTranslation('sandboxes')
  const { addOpportunity } = useAccountActs(accountRef)
  return useForm({
    initial: { name: '', amount: '5000', contact: firstContact, stage: '0' },
    rules: {
      name: (value) => (value.trim() === '' ? t('deals.nameMissing') : undefined),
      amount: (value) => (Number.isFinite(Number(value)) ? undefined : t('deals.amountWrong')),
    },
    submit: async ({ name, amount, contact, stage }) => {
      await addOpportunity.mutateAsync({
        name: name.trim(),
        amount: amount.trim() === '' ? null : Number(amount),
        personIds: contact === '' ? [] : [contact],
        stage: stageFrom(stage),
      })
      void showToast('success', t('deals.added'))
      onClose()
    },
    explain: useErrorText(),
  })
}

export const NewOpportunityDialog = (props: NewOpportunityDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const contacts = useSandboxRecords(props.accountRef, 'people').data?.items ?? []
  const form = useOpportunityForm(props, contacts[0]?.id ?? '')
  return (
    <FormDialog title={t('deals.add')} action={t('deals.addAction')} form={form} onClose={props.onClose}>
      <FieldPair>
        <TextInput {...form.field('name')} label={t('deals.name')} maxLength={200} autoComplete="off" />
        <TextInput {...form.field('amount')} label={t('deals.amount')} inputMode="decimal" autoComplete="off" />
      </FieldPair>
      <NativeSelect
        label={t('deals.person')}
        name="contact"
        value={form.values.contact}
        data={[{ value: '', label: t('deals.nobody') }, ...contacts.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => form.set('contact', event.currentTarget.value)}
      />
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
