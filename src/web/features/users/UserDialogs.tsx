import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/kit/route.ts'
import type { Role } from '#contract/users/permissions.ts'
import type { deleteUser, User } from '#contract/users/users.ts'
import { useChangeStatus, useClearFactors, useDeleteUser, useResetPassword, useUpdateUser } from '#web/data/account/users.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { UserQuestion } from '#web/ui/users/UserQuestion.tsx'
import { EditDialog } from './EditDialog.tsx'
import { fullNameOf } from './allowed-actions.ts'

type Preview = Reply<typeof deleteUser>

type PlainKind = 'suspend' | 'reset' | 'clear'

export type Question =
  | { kind: 'edit' | PlainKind; user: User }
  | { kind: 'role'; user: User; role: Role }
  | { kind: 'delete'; user: User; preview: Preview }

interface QuestionProps<Q> {
  question: Q
  onClose: () => void
}

/** Staff give a reason for what they do to other staff. */
const useAsksWhy = ({ role }: User): boolean => useSession().user.isStaff && role === 'super_admin'

const given = (reason: string) => (reason === '' ? {} : { reason })

const useDeletionText = ({ user, preview: { removes, keeps, addressFreeAt } }: Extract<Question, { kind: 'delete' }>) => {
  const { t } = useTranslation('users')
  const counted = [
    ['companies', removes.companies],
    ['notifications', removes.notifications],
    ['events', keeps.events],
    ['auditEntries', keeps.auditEntries],
  ] as const
  return [
    t(user.status === 'INVITED' ? 'delete.text.INVITED' : 'delete.text.member'),
    ...counted.filter(([, count]) => count > 0).map(([what, count]) => t(`delete.text.${what}`, { count })),
    t('delete.text.free', { email: user.email, day: dayOf(addressFreeAt) }),
  ].join(' ')
}

const DeleteQuestion = ({ question, onClose }: QuestionProps<Extract<Question, { kind: 'delete' }>>) => {
  const { t } = useTranslation('users')
  const remove = useDeleteUser()
  const { user } = question
  const name = fullNameOf(user)
  const words = {
    title: t('delete.title', { name }),
    text: useDeletionText(question),
    action: t('delete.action'),
    done: t('delete.done', { name }),
  }
  const act = (reason: string) => remove.mutateAsync({ id: user.id, ...given(reason) })
  return <UserQuestion user={user} words={words} asksWhy={useAsksWhy(user)} act={act} onClose={onClose} />
}

const PlainQuestion = ({ question: { kind, user }, onClose }: QuestionProps<{ kind: PlainKind; user: User }>) => {
  const { t } = useTranslation('users')
  const change = useChangeStatus()
  const reset = useResetPassword()
  const clear = useClearFactors()
  const acts: Record<PlainKind, (reason: string) => Promise<unknown>> = {
    suspend: (reason) => change.mutateAsync({ id: user.id, status: 'SUSPENDED', ...given(reason) }),
    reset: (reason) => reset.mutateAsync({ id: user.id, ...given(reason) }),
    clear: (reason) => clear.mutateAsync({ id: user.id, ...given(reason) }),
  }
  const about = { name: fullNameOf(user), email: user.email }
  const words = {
    title: t(`${kind}.title`, about),
    text: t(`${kind}.text`, about),
    ...(kind === 'suspend' ? { textInvited: t('suspend.textInvited') } : {}),
    action: t(`${kind}.action`),
    done: t(`${kind}.done`, about),
  }
  return <UserQuestion user={user} words={words} asksWhy={useAsksWhy(user)} act={acts[kind]} onClose={onClose} />
}

const RoleQuestion = ({ question: { user, role }, onClose }: QuestionProps<Extract<Question, { kind: 'role' }>>) => {
  const { t } = useTranslation(['users', 'app'])
  const update = useUpdateUser()
  const about = { name: fullNameOf(user), role: t(`app:roles.${role}`) }
  const isDemotedAdmin = role === 'admin' && user.role !== 'user'
  return (
    <ConfirmDialog
      title={t('role.title', about)}
      text={t(isDemotedAdmin ? 'role.text.onlyAdmin' : `role.text.${role}`)}
      action={t('role.action')}
      isDangerous={role === 'user' || isDemotedAdmin}
      done={t('role.done', about)}
      onConfirm={() => update.mutateAsync({ id: user.id, version: user.version, role })}
      onClose={onClose}
    />
  )
}

/** Outside the list, not in a row: the row may disappear before the reply arrives. */
export const UserDialogs = ({ question, onClose }: QuestionProps<Question | null>) => {
  if (!question) return null
  if (question.kind === 'edit') return <EditDialog user={question.user} onClose={onClose} />
  if (question.kind === 'role') return <RoleQuestion question={question} onClose={onClose} />
  if (question.kind === 'delete') return <DeleteQuestion question={question} onClose={onClose} />
  return <PlainQuestion question={{ kind: question.kind, user: question.user }} onClose={onClose} />
}
