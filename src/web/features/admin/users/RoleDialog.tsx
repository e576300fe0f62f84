import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { grantableRoles, takesTwoStaff, type Role } from '#contract/users/permissions.ts'
import { reasonRule } from '#contract/kit/text-rules.ts'
import type { User } from '#contract/users/users.ts'
import { useStaffActs } from '#web/data/admin/staff-users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { accessProfileOf } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { ReasonField } from '#web/ui/fields/ReasonField.tsx'
import { useTargetUser } from './use-target-user.ts'

interface RoleDialogProps {
  user: User
  onClose: () => void
}

const fieldOf = (error: unknown) => (error instanceof ApiError && error.field === 'reason' ? 'reason' : undefined)

const useRoleForm = ({ user, onClose }: RoleDialogProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const textOf = useErrorText()
  const { changeRole } = useStaffActs()
  const isElsewhere = useSession().user.clientId !== user.clientId
  const needsReason = (role: Role) => role !== user.role && (isElsewhere || takesTwoStaff(role))
  const form = useForm({
    initial: { role: user.role, reason: '' },
    rules: { reason: (reason, { role }) => (needsReason(role) ? reasonRule(reason) : undefined) },
    submit: async ({ role, reason }) => {
      if (role !== user.role) {
        const why = needsReason(role) ? { reason: reason.trim() } : {}
        const { awaitsSecondPerson } = await changeRole.mutateAsync({ id: user.id, version: user.version, role, ...why })
        void showToast(
          'success',
          t(awaitsSecondPerson ? 'users.role.waits' : 'users.role.done', { role: t(`app:roles.${role}`) }),
        )
      }
      onClose()
    },
    explain: (error) => (error instanceof ApiError && error.code === 'STALE_VERSION' ? t('notice.stale') : textOf(error)),
    fieldOf,
  })
  const { role } = form.values
  return { form, needsReason: needsReason(role), needsApproval: role !== user.role && takesTwoStaff(role) }
}

const useGrantable = (user: User): Role[] => {
  const { user: self } = useSession()
  const granted = grantableRoles({ ...accessProfileOf(self), isInternal: user.clientId === self.clientId })
  return granted.includes(user.role) ? granted : [user.role, ...granted]
}

export const RoleDialog = (props: RoleDialogProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const { form, needsReason, needsApproval } = useRoleForm(props)
  const { user, onClose } = props
  const name = useTargetUser(user)
  const data = useGrantable(user).map((value) => ({ value, label: t(`app:roles.${value}`) }))
  return (
    <FormDialog
      title={t('users.role.title', { name })}
      text={t(`users.role.${needsApproval ? 'textForTwo' : needsReason ? 'textElsewhere' : 'text'}`, { client: user.clientName })}
      action={t(needsApproval ? 'users.role.actionForTwo' : 'users.role.action')}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        name="role"
        label={t('users.role.label')}
        value={form.values.role}
        data={data}
        onChange={(event) => form.set('role', event.currentTarget.value)}
      />
      {needsReason && <ReasonField {...form.field('reason')} />}
    </FormDialog>
  )
}
