import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { reasonMax, reasonRule } from '#contract/kit/text-rules.ts'
import { useApprove, useDecline } from '#web/data/admin/approvals.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import styles from '../admin.module.css'
import { useRequestWords } from './use-request-words.ts'

export type Decision = 'approve' | 'decline' | 'withdraw'

interface DecisionProps {
  approval: Approval
  decision: Decision
  onClose: () => void
}

/** The facts that the deciding staff user needs. */
const Facts = ({ approval }: { approval: Approval }) => {
  const { t } = useTranslation('admin')
  const words = useRequestWords()
  const facts = {
    request: words(approval),
    client: approval.clientName,
    requestedBy: approval.isOwn ? t('approvals.you') : approval.requestedBy,
    reason: approval.reason,
    expires: exactTime(approval.expiresAt),
  }
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`approvals.facts.${name as keyof typeof facts}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const useDecisionForm = ({ approval, decision, onClose }: DecisionProps) => {
  const { t } = useTranslation('admin')
  const approve = useApprove()
  const decline = useDecline()
  return useForm({
    initial: { reason: '' },
    rules: { reason: (reason) => (reason.trim() === '' ? undefined : reasonRule(reason)) },
    submit: async ({ reason }) => {
      await (decision === 'approve' ? approve.mutateAsync(approval) : decline.mutateAsync({ approval, reason: reason.trim() }))
      void showToast('success', t(`approvals.${decision}.done`))
      onClose()
    },
    explain: useErrorText(),
  })
}

export const DecisionDialog = (props: DecisionProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const form = useDecisionForm(props)
  const { approval, decision, onClose } = props
  const isApproving = decision === 'approve'
  const text = isApproving
    ? t(`approvals.approve.${approval.kind}`)
    : t(`approvals.${decision}.text`, { who: approval.requestedBy })
  return (
    <FormDialog
      title={t(`approvals.${decision}.title`)}
      text={text}
      action={isApproving ? t('approvals.approve.label') : t(`approvals.${decision}.action`)}
      isDangerous={isApproving && approval.kind === 'closing'}
      form={form}
      onClose={onClose}
    >
      <Facts approval={approval} />
      {decision === 'decline' && <TextInput {...form.field('reason')} label={t('app:reason.optional')} maxLength={reasonMax} />}
    </FormDialog>
  )
}
