import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/identity/session.ts'
import { audienceOf, groupTitle, isAllowed, pageTitle, type Page } from '../pages.ts'
import styles from './Header.module.css'
import { NotificationBell } from './notifications/NotificationBell.tsx'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import { usePart } from './use-part.ts'

const loadMenu = async () => (await import('./UserMenu.tsx')).UserMenu

/** The menu is downloaded when the user points at the button or presses it. */
const UserButton = ({ onAccount }: { onAccount: () => void }) => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const [UserMenu, fetchMenu] = usePart(loadMenu)
  const name = `${user.name} ${user.lastname}`
  const label = t('shell.userMenu', { name })
  if (UserMenu) return <UserMenu label={label} onAccount={onAccount} />
  return (
    <UnstyledButton
      className={styles.user}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void fetchMenu()}
      onPointerEnter={() => void loadMenu().catch(() => undefined)}
    >
      <Avatar name={name} />
      <span className="visually-hidden">{label}</span>
    </UnstyledButton>
  )
}

const Nothing: ComponentType = () => null

/** Without it the page still shows all companies. */
const CompaniesMenu = lazy(() =>
  import('./companies/CompaniesMenu.tsx').then(
    ({ CompaniesMenu: Loaded }) => ({ default: Loaded as ComponentType }),
    () => ({ default: Nothing }),
  ),
)

/** For an agency, on pages about its companies. */
const Companies = ({ page }: { page: Page | undefined }) => {
  const { user } = useSession()
  if (!page?.isByCompany || !isAllowed(user, page)) return null
  return (
    <Suspense>
      <CompaniesMenu />
    </Suspense>
  )
}

interface HeaderProps {
  page: Page | undefined
  isInner: boolean | undefined
  onMenu: () => void
  onAccount: () => void
}

export const Header = ({ page, isInner, onMenu, onAccount }: HeaderProps) => {
  const { t } = useTranslation(['app', 'gate'])
  const { user } = useSession()
  const title = t(pageTitle(page?.name ?? 'notFound', audienceOf(user)))
  useDocumentTitle(isInner ? '' : `${title} · ${t('gate:product')}`)
  return (
    <header className={styles.header}>
      <ActionIcon size={40} className={`only-phone ${styles.menu}`} aria-label={t('shell.menu')} onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      {page && page.group !== 'overview' && page.group !== 'help' && (
        <span className={`from-tablet ${styles.crumb}`}>
          {t(groupTitle(page.group, audienceOf(user)))}
          <span aria-hidden>/</span>
          {isInner && (
            <>
              <Link to={page.path}>{title}</Link>
              <span aria-hidden>/</span>
            </>
          )}
        </span>
      )}
      <h1 className={styles.title}>
        {/* Detail pages put their title here. It has an element of its own, which the other title never replaces. */}
        <span id="page-title" />
        {!isInner && title}
      </h1>
      <span className="grow" />
      <Companies page={page} />
      <div id="page-actions" className={styles.actions} />
      <NotificationBell />
      <UserButton onAccount={onAccount} />
    </header>
  )
}
