import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#web/lib/time/dates.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { Note } from '#web/ui/Note.tsx'
import { isAllowed, pages } from '../pages.ts'
import styles from './Header.module.css'

/** Everybody in an account that is being closed sees it on every page. */
export const ClosureBanner = () => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const { closesAt } = user.client
  return (
    <div className={styles.banner}>
      <Note kind="wait" action={isAllowed(user, pages.account) && <Link to={pages.account.path}>{t('shell.closingMore')}</Link>}>
        {t('shell.closing', { date: closesAt ? dayOf(closesAt) : '' })}
      </Note>
    </div>
  )
}
