import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useRevealed } from '../Revealed.tsx'

/** Whom a question is about, as far as the name may be seen. */
export const useTargetUser = (user: Pick<User, 'id' | 'name' | 'lastname'>): string => {
  const { t } = useTranslation('admin')
  const { name, lastname } = useRevealed().people.get(user.id) ?? user
  return `${name} ${lastname}`.trim() || t('users.unnamed')
}
