import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { ChoiceMenu } from '#web/ui/fields/ChoiceMenu.tsx'
import type { Question } from '../UserDialogs.tsx'
import { fullNameOf, allowedActionsOf, rolesOffered } from '../allowed-actions.ts'

interface RoleCellProps {
  user: User
  onAsk: (question: Question) => void
}

/** The role; for users who may assign roles, a menu with the roles they may assign. */
export const RoleCell = ({ user, onAsk }: RoleCellProps) => {
  const { t } = useTranslation(['users', 'app'])
  const { user: me } = useSession()
  const nameOf = (role: User['role']) => t(`app:roles.${role}`)
  if (user.isOwner) return t('owner', { role: nameOf(user.role) })
  if (!allowedActionsOf(me, user).role) return nameOf(user.role)
  const options = rolesOffered(me, user.role).map((role) => ({
    value: role,
    label: nameOf(role),
    hint: t(`roleTexts.${role}`),
  }))
  return (
    <ChoiceMenu
      label={t('roleOf', { name: fullNameOf(user), role: nameOf(user.role) })}
      value={user.role}
      options={options}
      onChange={(role) => onAsk({ kind: 'role', user, role })}
    />
  )
}
