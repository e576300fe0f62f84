import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { useStaffActs } from '#web/data/admin/staff-users.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx'
import { useRevealed } from '../Revealed.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { useTargetUser } from './use-target-user.ts'
import type { UserAct } from './user-acts.ts'

interface UserDialogProps {
  user: User
  onClose: () => void
}

const RevealDialog = ({ user, onClose }: UserDialogProps) => {
  const { t } = useTranslation('admin')
  const { add } = useRevealed()
  const { reveal } = useStaffActs()
  return (
    <ReasonDialog
      title={t('users.reveal.title', { client: user.clientName })}
      text={t('reveal.text')}
      action={t('reveal.action')}
      onConfirm={async (reason) => {
        add(user.id, await reveal.mutateAsync({ id: user.id, reason }))
        void showToast('success', t('reveal.done'))
      }}
      onClose={onClose}
    />
  )
}

const StatusDialog = ({ user, onClose, act }: UserDialogProps & { act: 'suspend' | 'restore' }) => {
  const { t } = useTranslation('admin')
  const acts = useStaffActs()
  const words = { name: useTargetUser(user), client: user.clientName }
  const text = act === 'suspend' && user.status === 'INVITED' ? 'users.suspend.textInvited' : (`users.${act}.text` as const)
  return (
    <ReasonDialog
      title={t(`users.${act}.title`, words)}
      text={t(text)}
      action={t(`users.${act}.action`)}
      isDangerous={act === 'suspend'}
      onConfirm={async (reason) => {
        await acts[act].mutateAsync({ id: user.id, reason })
        void showToast('success', t(`users.${act}.done`, words))
      }}
      onClose={onClose}
    />
  )
}

const ResetPasswordDialog = ({ user, onClose }: UserDialogProps) => {
  const { t } = useTranslation('admin')
  const { resetPassword } = useStaffActs()
  const name = useTargetUser(user)
  return (
    <ConfirmDialog
      title={t('users.resetPassword.title', { name })}
      text={t('users.resetPassword.text')}
      action={t('users.resetPassword.action')}
      onConfirm={async () => {
        await resetPassword.mutateAsync(user.id)
        void showToast('success', t('users.resetPassword.done'))
      }}
      onClose={onClose}
    />
  )
}

const OwnerDialog = ({ user, onClose }: UserDialogProps) => {
  const { t } = useTranslation('admin')
  const { makeOwner } = useStaffActs()
  const words = { name: useTargetUser(user), client: user.clientName }
  return (
    <ReasonDialog
      title={t('users.owner.title', words)}
      text={t('users.owner.text')}
      action={t('users.owner.action')}
      onConfirm={async (reason) => {
        await makeOwner.mutateAsync({ user, reason })
        void showToast('success', t('users.owner.done'))
      }}
      onClose={onClose}
    />
  )
}

/** What asks before something is done with somebody. */
export const UserActDialog = ({ act, ...props }: UserDialogProps & { act: Exclude<UserAct, 'resend'> }) => {
  switch (act) {
    case 'reveal':
      return <RevealDialog {...props} />
    case 'resetPassword':
      return <ResetPasswordDialog {...props} />
    case 'owner':
      return <OwnerDialog {...props} />
    case 'role':
      return <RoleDialog {...props} />
    default:
      return <StatusDialog {...props} act={act} />
  }
}
