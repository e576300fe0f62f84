import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'

/** The request in one line. */
export const useRequestWords = (): ((approval: Approval) => string) => {
  const { t } = useTranslation(['admin', 'app'])
  return ({ kind, user, role }) => {
    const name = user ? `${user.name} ${user.lastname}`.trim() : ''
    return t(`approvals.kinds.${kind}`, {
      name: name === '' ? t('users.unnamed') : name,
      role: role ? t(`app:roles.${role}`) : '',
    })
  }
}
