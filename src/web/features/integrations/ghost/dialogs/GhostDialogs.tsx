import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import { nameRule } from '#contract/kit/text-rules.ts'
import {
  useDeleteGhostCompany,
  useDeleteGhostData,
  useDisconnectGhostSheet,
  useRenameGhostCompany,
} from '#web/data/connections/ghost-companies.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { useCounts } from '../../words.ts'

interface DialogProps {
  company: GhostCompany
  onClose: () => void
}

const fieldOf = fieldNamed(['company_name'])

export const RenameDialog = ({ company: { id, company_name: before, version }, onClose }: DialogProps) => {
  const { t } = useTranslation('ghosts')
  const rename = useRenameGhostCompany()
  const reasonOf = useErrorText()
  const form = useForm({
    initial: { company_name: before },
    rules: { company_name: nameRule(t('add.nameRule')) },
    submit: async ({ company_name: name }) => {
      const renamed = await rename.mutateAsync({ id, company_name: name, version })
      void showToast('success', t('rename.done', { name: renamed.company_name }))
      onClose()
    },
    explain: (error) => (error instanceof ApiError && error.code === 'STALE_VERSION' ? t('rename.stale') : reasonOf(error)),
    fieldOf,
  })
  return (
    <FormDialog
      title={t('rename.title', { name: before })}
      action={t('rename.action')}
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
    >
      <TextInput {...form.field('company_name')} label={t('add.name')} autoComplete="off" />
    </FormDialog>
  )
}

export const DisconnectSheetDialog = ({ company, onClose }: DialogProps) => {
  const { t } = useTranslation('ghosts')
  const { id, company_name: name, people: contacts } = company
  const disconnect = useDisconnectGhostSheet()
  const kept = useCounts()({ contacts })
  return (
    <ConfirmDialog
      title={t('disconnect.title', { name })}
      text={kept ? t('disconnect.text', { contacts: kept }) : t('disconnect.textNothing')}
      action={t('disconnect.action')}
      done={t('disconnect.done', { name })}
      onConfirm={() => disconnect.mutateAsync({ id })}
      onClose={onClose}
    />
  )
}

interface EraseProps extends DialogProps {
  kind: 'deleteData' | 'remove'
  onErase: () => Promise<unknown>
}

/** The name has to be typed: rows are erased. */
const EraseDialog = ({ company, kind, onErase, onClose }: EraseProps) => {
  const { t } = useTranslation('ghosts')
  const { company_name: name, people: contacts, opportunities } = company
  const what = useCounts()({ contacts, opportunities })
  const form = useForm({
    initial: { name: '' },
    rules: { name: (typed) => (isTyped(typed, name) ? undefined : t('deleteData.differs')) },
    submit: async () => {
      await onErase()
      void showToast('success', t(`${kind}.done`, { name }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t(`${kind}.title`, { name })}
      text={what ? t(`${kind}.text`, { what }) : t(`${kind}.textNothing`)}
      action={t(`${kind}.action`)}
      isDangerous
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t('deleteData.confirm', { name })} autoComplete="off" spellCheck={false} />
    </FormDialog>
  )
}

export const DeleteDataDialog = (props: DialogProps) => {
  const { mutateAsync } = useDeleteGhostData()
  return <EraseDialog {...props} kind="deleteData" onErase={() => mutateAsync(props.company.id)} />
}

interface DeleteProps extends DialogProps {
  onDeleted: () => void
}

export const DeleteCompanyDialog = ({ onDeleted, ...props }: DeleteProps) => {
  const { t } = useTranslation('ghosts')
  const { mutateAsync } = useDeleteGhostCompany()
  const { id, company_name: name, integration_id: sheet } = props.company
  const erase = async () => {
    await mutateAsync(id)
    onDeleted()
  }
  if (sheet !== null) return <EraseDialog {...props} kind="remove" onErase={erase} />
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      text={t('remove.textNothing')}
      action={t('remove.action')}
      done={t('remove.done', { name })}
      onConfirm={erase}
      onClose={props.onClose}
    />
  )
}
