import { Outlet, useMatches, useNavigate, useRouter, useRouterState, Link } from '@tanstack/react-router'
import { useCallback, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenTheme, useFreshUser } from '#web/data/account/current-user.ts'
import { LiveContext, useLive } from '#web/data/live.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { isAllowed, pages } from '../pages.ts'
import { CommandKey } from './palette/CommandKey.tsx'
import { Header } from './Header.tsx'
import { NavigationDrawer } from './NavigationDrawer.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { loadAccount } from './load-account.ts'
import { usePart } from './use-part.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { Note } from '#web/ui/Note.tsx'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

const NoAccessPage = () => {
  const { t } = useTranslation('app')
  return (
    <EmptyState
      fullScreen
      icon={<IconLock size={22} stroke={1.75} />}
      title={t('noAccess.title')}
      text={t('noAccess.text')}
      actions={<Button renderRoot={(props) => <Link to={paths.home} {...props} />}>{t('noAccess.action')}</Button>}
    />
  )
}

/** Shown on every page to every user of an account that is being closed. */
const ClosureBanner = () => {
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

/** My Account, in a window above the current page; loaded on first use. */
const AccountWindow = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [AccountModal, fetchAccount] = usePart(loadAccount)
  useEffect(() => {
    if (!open || AccountModal) return
    void fetchAccount().then((hasArrived) => hasArrived || onClose())
  }, [open, AccountModal, fetchAccount, onClose])
  return AccountModal && <AccountModal opened={open} onClose={onClose} />
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The My Account window is open. */
    account?: true
  }
}

/** My Account is an entry in the browser's history: Back closes it, and so does every navigation to another page. */
const useAccountLocation = () => {
  const { history } = useRouter()
  const navigate = useNavigate()
  const isOpen = useRouterState({ select: ({ location }) => location.state.account ?? false })
  const open = useCallback(
    () => void navigate({ to: '.', search: true, hash: true, state: { account: true }, resetScroll: false }),
    [navigate],
  )
  const close = useCallback(() => history.back(), [history])
  return { isOpen, open, close }
}

const collapsedKey = 'tributary-sidebar-collapsed'

/** Whether the sidebar shows icons only; stored in this browser. */
const useCollapsed = () => {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === 'true')
  const toggle = () => {
    localStorage.setItem(collapsedKey, String(!collapsed))
    setCollapsed(!collapsed)
  }
  return [collapsed, toggle] as const
}

/** The frame around every page of a signed-in user. */
export const Shell = () => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const [collapsed, toggleCollapsed] = useCollapsed()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const openPalette = useCallback(() => setPaletteOpen(true), [])
  const closePalette = useCallback(() => setPaletteOpen(false), [])
  const account = useAccountLocation()
  const line = useLive()
  useFreshUser()
  useChosenTheme()
  const { page, isInner } = useMatches().at(-1)?.staticData ?? {}

  return (
    <LiveContext value={line}>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <div className={styles.frame} data-collapsed={collapsed || undefined}>
        <aside className={styles.side}>
          <Sidebar collapsed={collapsed} onCollapse={toggleCollapsed} onSearch={openPalette} />
        </aside>
        <div className={styles.body}>
          <Header page={page} isInner={isInner} onMenu={() => setDrawerOpen(true)} onAccount={account.open} />
          {user.client.status === 'closing' && page?.name !== 'account' && <ClosureBanner />}
          <main id="content" tabIndex={-1} className={styles.page}>
            {page && !isAllowed(user, page) ? <NoAccessPage /> : <Outlet />}
          </main>
        </div>
      </div>
      <NavigationDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} onSearch={openPalette} />
      <CommandKey
        open={paletteOpen}
        onOpen={() => account.isOpen || openPalette()}
        onClose={closePalette}
        onAccount={account.open}
      />
      <AccountWindow open={account.isOpen} onClose={account.close} />
    </LiveContext>
  )
}
