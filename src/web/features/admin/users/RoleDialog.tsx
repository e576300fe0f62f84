import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { grantableRoles, type Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { useStaffActs } from '#web/data/staff-users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { personOf } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface RoleDialogProps {
  user: User
  onClose: () => void
}

const useRoleForm = ({ user, onClose }: RoleDialogProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const textOf = useErrorText()
  const { changeRole } = useStaffActs()
  return useForm({
    initial: { role: user.role },
    rules: {},
    submit: async (values) => {
      const { role } = values
      if (role !== user.role) {
        await changeRole.mutateAsync({ id: user.id, version: user.version, role })
        void showToast('success', t('users.role.done', { role: t(`app:roles.${role}`) }))
      }
      onClose()
    },
    explain: (error) => (error instanceof ApiError && error.code === 'STALE_VERSION' ? t('notice.stale') : textOf(error)),
  })
}

const useGrantable = (user: User): Role[] => {
  const { user: self } = useSession()
  const granted = grantableRoles({ ...personOf(self), isInternal: user.clientId === self.clientId })
  return granted.includes(user.role) ? granted : [user.role, ...granted]
}

export const RoleDialog = (props: RoleDialogProps) => {
  const { t } = useTranslation(['admin', 'app'])
  const form = useRoleForm(props)
  const { user, onClose } = props
  const data = useGrantable(user).map((value) => ({ value, label: t(`app:roles.${value}`) }))
  return (
    <FormDialog
      title={t('users.role.title')}
      text={t('users.role.text', { client: user.clientName })}
      action={t('users.role.action')}
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
    </FormDialog>
  )
}
