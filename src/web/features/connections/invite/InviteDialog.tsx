import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLimits, type Connection } from '#contract/connections/connections.ts'
import { emailRule, nameRule } from '#contract/kit/text-rules.ts'
import type { Role } from '#contract/users/permissions.ts'
import { useInvite } from '#web/data/connections.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { innerPaths } from '#web/paths.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface InviteDialogProps {
  /** An ended connection, to invite the same account again. */
  before?: Pick<Connection, 'id' | 'name' | 'isInviter' | 'partnerEmail' | 'invitedAs'>
  onSent?: (connection: Connection) => void
  onClose: () => void
}

const fieldOf = fieldNamed(['name', 'partnerEmail', 'message', 'invitedAs'])

const rolesOffered = ['admin', 'account_admin', 'user'] as const satisfies readonly Role[]

const useInviteForm = ({
  before,
  onSent,
  onClose,
}: Omit<InviteDialogProps, 'onSent'> & { onSent: (sent: Connection) => void }) => {
  const { t } = useTranslation('connections')
  const side = useSession().user.client.type
  const invite = useInvite()
  const reasonOf = useErrorText()
  const { messageMax: max } = connectionLimits
  return useForm({
    initial: {
      name: before?.name ?? '',
      // Of an invitation that was received, it is the reader's own address.
      partnerEmail: before?.isInviter ? before.partnerEmail : '',
      message: '',
      invitedAs: before?.invitedAs ?? 'admin',
    },
    rules: {
      name: nameRule(t(`invite.nameRule.${side}`)),
      partnerEmail: emailRule,
      message: (text) => (text.trim().length > max ? t('invite.tooLong', { max }) : undefined),
    },
    submit: async ({ name, partnerEmail, message, invitedAs }) => {
      const text = message.trim()
      const body = {
        name,
        partnerEmail: partnerEmail.trim(),
        invitedAs,
        ...(text === '' ? {} : { message: text }),
        ...(before ? { again: before.id } : {}),
      }
      const sent = await invite.mutateAsync(body)
      void showToast('success', t('done.sent'))
      onClose()
      onSent(sent)
    },
    explain: (error) => (fieldOf(error) ? reasonOf(error) : t('failed.send', { reason: reasonOf(error) })),
    fieldOf,
  })
}

type Form = ReturnType<typeof useInviteForm>

const RoleField = ({ form }: { form: Form }) => {
  const { t } = useTranslation(['connections', 'app'])
  return (
    <NativeSelect
      name="invitedAs"
      label={t('invite.role')}
      value={form.values.invitedAs}
      error={form.errors.invitedAs}
      data={rolesOffered.map((role) => ({ value: role, label: t(`app:roles.${role}`) }))}
      onChange={(event) => form.set('invitedAs', event.currentTarget.value)}
    />
  )
}

/** An agency invites a company, and a company an agency. A company can say at once what it would share. */
export const InviteDialog = (props: InviteDialogProps) => {
  const { t } = useTranslation('connections')
  const side = useSession().user.client.type
  const navigate = useNavigate()
  const [isChosenNow, setIsChosenNow] = useState(false)
  const onSent = (sent: Connection) => {
    if (isChosenNow) void navigate({ to: innerPaths.criteria, params: { id: sent.id } })
    else props.onSent?.(sent)
  }
  const form = useInviteForm({ ...props, onSent })
  return (
    <FormDialog
      title={t(`invite.open.${side}`)}
      text={t(`invite.text.${side}`, { days: connectionLimits.validDays })}
      action={t('invite.send')}
      isWide
      isFilled={form.isDirty}
      form={form}
      onClose={props.onClose}
    >
      <TextInput {...form.field('name')} label={t(`invite.name.${side}`)} autoComplete="off" />
      <TextInput
        {...form.field('partnerEmail')}
        type="email"
        label={t('invite.email')}
        description={t('invite.emailHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <RoleField form={form} />
      <Textarea
        name="message"
        label={t('invite.message')}
        description={t('invite.messageHint')}
        rows={3}
        value={form.values.message}
        error={form.errors.message}
        onChange={(event) => form.set('message', event.currentTarget.value)}
      />
      {side === 'COMPANY' && (
        <Checkbox
          checked={isChosenNow}
          label={t('invite.choose')}
          description={t('invite.chooseHint')}
          onChange={(event) => setIsChosenNow(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
