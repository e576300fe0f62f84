import { Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameRule } from '#contract/kit/text-rules.ts'
import { useCreateGhostCompany } from '#web/data/connections/ghost-companies.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { innerPaths } from '#web/paths.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

const fieldOf = fieldNamed(['company_name'])

/** Leads to the page of the new company, where its sheet is connected. */
export const AddGhostDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('ghosts')
  const navigate = useNavigate()
  const create = useCreateGhostCompany()
  const reasonOf = useErrorText()
  const [mayProcess, setMayProcess] = useState(false)
  const form = useForm({
    initial: { company_name: '' },
    rules: { company_name: nameRule(t('add.nameRule')) },
    submit: async ({ company_name: name }) => {
      const made = await create.mutateAsync({ company_name: name, ...(mayProcess ? { may_process: true as const } : {}) })
      void showToast('success', t('add.done', { name: made.company_name }))
      void navigate({ to: innerPaths.ghostCompany, params: { id: made.id } })
    },
    explain: (error) => (fieldOf(error) ? reasonOf(error) : t('add.failed', { reason: reasonOf(error) })),
    fieldOf,
  })
  return (
    <FormDialog
      title={t('add.open')}
      text={t('add.text')}
      action={t('add.action')}
      isFilled={form.isDirty || mayProcess}
      form={form}
      onClose={onClose}
    >
      <TextInput {...form.field('company_name')} label={t('add.name')} autoComplete="off" />
      <Checkbox
        checked={mayProcess}
        label={t('add.mayProcess')}
        description={t('add.mayProcessHint')}
        onChange={(event) => setMayProcess(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
