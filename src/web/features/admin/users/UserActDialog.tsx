import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useStaffActs } from '#web/data/admin/staff-users.ts'
import { UserQuestion } from '#web/ui/users/UserQuestion.tsx'
import { useRevealed } from '../Revealed.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { useTargetUser } from './use-target-user.ts'
import type { UserAct } from './user-acts.ts'

type ConfirmedAct = Exclude<UserAct, 'resend' | 'role'>

interface UserDialogProps {
  user: User
  onClose: () => void
}

const useWords = (user: User) => {
  const { t } = useTranslation('admin')
  const about = { name: useTargetUser(user), client: user.clientName }
  const wordsOf = (act: Exclude<ConfirmedAct, 'reveal'>) => ({
    title: t(`users.${act}.title`, about),
    text: t(`users.${act}.text`),
    action: t(`users.${act}.action`),
    done: t(`users.${act}.done`, about),
  })
  return {
    reveal: { title: t('users.reveal.title', about), text: t('reveal.text'), action: t('reveal.action'), done: t('reveal.done') },
    suspend: { ...wordsOf('suspend'), textInvited: t('users.suspend.textInvited') },
    restore: wordsOf('restore'),
    resetPassword: wordsOf('resetPassword'),
    owner: wordsOf('owner'),
  }
}

const ActQuestion = ({ act, user, onClose }: UserDialogProps & { act: ConfirmedAct }) => {
  const { add } = useRevealed()
  const { reveal, suspend, restore, resetPassword, makeOwner } = useStaffActs()
  const { id } = user
  const acts: Record<ConfirmedAct, (reason: string) => Promise<unknown>> = {
    reveal: async (reason) => add(id, await reveal.mutateAsync({ id, reason })),
    suspend: (reason) => suspend.mutateAsync({ id, reason }),
    restore: (reason) => restore.mutateAsync({ id, reason }),
    resetPassword: (reason) => resetPassword.mutateAsync({ id, reason }),
    owner: (reason) => makeOwner.mutateAsync({ user, reason }),
  }
  return (
    <UserQuestion
      user={user}
      words={useWords(user)[act]}
      asksWhy
      isDangerous={act === 'suspend'}
      act={acts[act]}
      onClose={onClose}
    />
  )
}

/** The dialog for an action on a user. */
export const UserActDialog = ({ act, ...props }: UserDialogProps & { act: ConfirmedAct | 'role' }) =>
  act === 'role' ? <RoleDialog {...props} /> : <ActQuestion {...props} act={act} />
