import type { ReactNode } from 'react'
import { reasonRule } from '#contract/kit/text-rules.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { ReasonField } from '../fields/ReasonField.tsx'
import { FormDialog } from './FormDialog.tsx'

interface ReasonDialogProps {
  title: string
  /** What will happen, and who will be notified. */
  text: ReactNode
  action: string
  isDangerous?: boolean
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
  returnTo?: string
}

const fieldOf = (error: unknown) => (error instanceof ApiError && error.field === 'reason' ? 'reason' : undefined)

/** Asks for a reason before an action that others are notified about. */
export const ReasonDialog = ({ onConfirm, onClose, ...words }: ReasonDialogProps) => {
  const form = useForm({
    initial: { reason: '' },
    rules: { reason: reasonRule },
    submit: async ({ reason }) => {
      await onConfirm(reason.trim())
      onClose()
    },
    explain: useErrorText(),
    fieldOf,
    mainField: 'reason',
  })
  return (
    <FormDialog {...words} form={form} onClose={onClose}>
      <ReasonField {...form.field('reason')} />
    </FormDialog>
  )
}
