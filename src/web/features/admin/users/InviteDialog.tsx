import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { grantableRoles, takesTwoStaff, type Role } from '#contract/users/permissions.ts'
import { emailRule, nameRule, reasonRule } from '#contract/kit/text-rules.ts'
import { useStaffActs } from '#web/data/admin/staff-users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { accessProfileOf } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { ReasonField } from '#web/ui/fields/ReasonField.tsx'

interface InviteDialogProps {
  client: ClientRow
  onClose: () => void
  returnTo?: string
}

const initial = { firstName: '', lastName: '', email: '', role: 'user' as Role, reason: '' }
type Values = typeof initial

const fieldsOfBody: Record<string, keyof Values> = {
  name: 'firstName',
  lastname: 'lastName',
  email: 'email',
  reason: 'reason',
}

const fieldOf = (error: unknown) => (error instanceof ApiError ? fieldsOfBody[error.field ?? ''] : undefined)

const useInviteForm = ({ client, onClose }: InviteDialogProps) => {
  const { t } = useTranslation('admin')
  const textOf = useErrorText()
  const { user: self } = useSession()
  const { invite } = useStaffActs()
  const isOwn = client.id === self.clientId
  const needsReason = (role: Role) => !isOwn || takesTwoStaff(role)
  const form = useForm({
    initial,
    rules: {
      firstName: nameRule('a first name'),
      lastName: nameRule('a last name'),
      email: emailRule,
      reason: (reason, { role }) => (needsReason(role) ? reasonRule(reason) : undefined),
    },
    submit: async ({ firstName, lastName, email, role, reason }) => {
      const why = needsReason(role) ? { reason: reason.trim() } : {}
      const guest = { name: firstName, lastname: lastName, email, role, client_id: client.id, ...why }
      const { awaitsSecondPerson } = await invite.mutateAsync(guest)
      void showToast('success', t(awaitsSecondPerson ? 'users.invite.done' : 'users.resend.done'))
      onClose()
    },
    fieldOf,
    explain: (error) =>
      error instanceof ApiError && error.code === 'USER_EXISTS' ? t('users.invite.userExists') : textOf(error),
  })
  return { form, isOwn, needsReason: needsReason(form.values.role) }
}

/** Invites a user into any account; for another account the email is sent after a second staff user approves. */
export const InviteDialog = (props: InviteDialogProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const { form, isOwn, needsReason } = useInviteForm(props)
  const { user: self } = useSession()
  const { client, onClose, returnTo } = props
  const roles = grantableRoles({ ...accessProfileOf(self), isInternal: isOwn }).filter((role) => isOwn || role !== 'super_admin')
  return (
    <FormDialog
      title={t('users.invite.title', { client: client.name })}
      text={t(isOwn ? 'users.invite.textOwn' : 'users.invite.text')}
      action={t(isOwn ? 'users.invite.actionOwn' : 'users.invite.action')}
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
      returnTo={returnTo}
    >
      <FieldPair>
        <TextInput {...form.field('firstName')} label={t('users.invite.firstName')} autoComplete="off" />
        <TextInput {...form.field('lastName')} label={t('users.invite.lastName')} autoComplete="off" />
      </FieldPair>
      <TextInput {...form.field('email')} type="email" label={t('users.invite.email')} autoComplete="off" spellCheck={false} />
      <NativeSelect
        name="role"
        label={t('users.invite.role')}
        value={form.values.role}
        data={roles.map((value) => ({ value, label: t(`app:roles.${value}`) }))}
        onChange={(event) => form.set('role', event.currentTarget.value)}
      />
      {needsReason && <ReasonField {...form.field('reason')} />}
    </FormDialog>
  )
}
