import { Outlet, useMatches } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenTheme, useFreshUser } from '#web/data/current-user.ts'
import { LiveContext, useLive } from '#web/data/live.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { NoAccessPage } from '../NoAccessPage.tsx'
import { isAllowed } from '../pages.ts'
import { AccountWindow } from './AccountWindow.tsx'
import { ClosureBanner } from './ClosureBanner.tsx'
import { CommandKey } from './CommandKey.tsx'
import { Header } from './Header.tsx'
import { NavigationDrawer } from './NavigationDrawer.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useAccountLocation } from './use-account-location.ts'
import { useCollapsed } from './use-collapsed.ts'

/** The frame around every page of a signed-in person. */
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
