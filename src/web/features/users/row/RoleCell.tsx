import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useUpdateUser } from '#web/data/account/users.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { ChoiceMenu } from '#web/ui/fields/ChoiceMenu.tsx'
import { fullNameOf, allowedActionsOf, rolesOffered } from '../allowed-actions.ts'
import { useAct } from '#web/lib/use-act.ts'

/** The role; for users who may assign roles, a menu with the roles they may assign. */
export const RoleCell = ({ user }: { user: User }) => {
  const { t } = useTranslation(['users', 'app'])
  const { user: me } = useSession()
  const update = useUpdateUser()
  const { act } = useAct()
  const nameOf = (role: User['role']) => t(`app:roles.${role}`)
  if (user.isOwner) return t('owner', { role: nameOf(user.role) })
  if (!allowedActionsOf(me, user).role) return nameOf(user.role)
  // While it is being saved the new role is shown; after a refusal the old one is shown again.
  const shown = (update.isPending && update.variables.role) || user.role
  const name = fullNameOf(user)
  const change = (role: User['role']) =>
    void act(
      () => update.mutateAsync({ id: user.id, version: user.version, role }),
      t('roleChanged', { name, role: nameOf(role) }),
    )
  return (
    <ChoiceMenu
      label={t('roleOf', { name, role: nameOf(shown) })}
      value={shown}
      options={rolesOffered(me, user.role).map((role) => ({ value: role, label: nameOf(role) }))}
      busy={update.isPending}
      onChange={change}
    />
  )
}
