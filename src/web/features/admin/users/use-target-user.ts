import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useRevealed } from '../Revealed.tsx'

/** The name of the user that a dialog is about, masked unless revealed. */
export const useTargetUser = (user: Pick<User, 'id' | 'name' | 'lastname'>): string => {
  const { t } = useTranslation('admin')
  const { name, lastname } = useRevealed().users.get(user.id) ?? user
  return `${name} ${lastname}`.trim() || t('users.unnamed')
}
