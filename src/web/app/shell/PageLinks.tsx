import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/identity/session.ts'
import { paths } from '#web/paths.ts'
import { audienceOf, groupTitle, pageTitle, pagesFor } from '../pages.ts'
import styles from './Sidebar.module.css'

interface PageLinksProps {
  collapsed: boolean
  onNavigate?: () => void
}

export const PageLinks = ({ collapsed, onNavigate }: PageLinksProps) => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const audience = audienceOf(user)
  const groups = Object.groupBy(
    pagesFor(user).filter(({ group }) => group !== 'help'),
    (page) => page.group,
  )
  return (
    <nav aria-label={t('shell.navigation')} className={styles.groups}>
      {Object.entries(groups).map(([group, pages]) => (
        <div key={group} className={styles.group}>
          <div className={styles.groupTitle}>{t(groupTitle(group as keyof typeof groups, audience))}</div>
          {pages.map(({ name, path, icon: Icon }) => (
            <Link
              key={name}
              to={path}
              className={styles.link}
              // A detail page keeps the link of its list page active; the start page matches exactly, because every path begins with it.
              activeOptions={{ exact: path === paths.home, includeSearch: false }}
              title={collapsed ? t(pageTitle(name, audience)) : undefined}
              onClick={onNavigate}
            >
              <Icon size={16} stroke={1.75} aria-hidden />
              <span className={styles.word}>{t(pageTitle(name, audience))}</span>
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
