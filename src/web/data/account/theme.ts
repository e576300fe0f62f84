import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { useSaveOwn } from './profile.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'

type Theme = CurrentUser['theme']

export const themes = ['auto', 'light', 'dark'] as const satisfies readonly Theme[]

/** Applied immediately, and saved for the user's other browsers. */
export const useTheme = () => {
  const { t } = useTranslation('app')
  const { user, changeUser } = useSession()
  const save = useSaveOwn('theme')
  const choose = (theme: Theme) => {
    if (theme === user.theme) return
    changeUser({ id: user.id, theme })
    // The menu is already closed when the reply comes, so a failure is shown as a toast.
    save.mutateAsync({ change: { theme } }).catch(() => void showToast('error', t('shell.themeNotSaved')))
  }
  return [user.theme, choose] as const
}
