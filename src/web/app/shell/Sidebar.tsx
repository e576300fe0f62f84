import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconHelpCircle, IconLayoutSidebar, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { audienceOf } from '../pages.ts'
import { PageLinks } from './PageLinks.tsx'
import styles from './Sidebar.module.css'

interface SidebarProps {
  collapsed?: boolean
  onCollapse?: () => void
  onSearch: () => void
  /** Called when a page was chosen, so that the drawer can close. */
  onNavigate?: () => void
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

interface FootProps {
  collapsed: boolean
  onNavigate: (() => void) | undefined
}

const Foot = ({ collapsed, onNavigate }: FootProps) => {
  const { t } = useTranslation('app')
  return (
    <div className={styles.foot}>
      <Link to={paths.help} className={styles.link} title={collapsed ? t('pages.help') : undefined} onClick={onNavigate}>
        <IconHelpCircle size={16} stroke={1.75} aria-hidden />
        <span className={styles.word}>{t('pages.help')}</span>
      </Link>
      {config().demo && (
        <div className={styles.demo} title={collapsed ? t('shell.demo') : undefined}>
          <i className={styles.dot} />
          <span className={styles.word}>{t('shell.demo')}</span>
        </div>
      )}
    </div>
  )
}

export const Sidebar = ({ collapsed = false, onCollapse, onSearch, onNavigate }: SidebarProps) => {
  const { t } = useTranslation(['app', 'gate'])
  const { user } = useSession()
  return (
    <div className={styles.sidebar} data-collapsed={collapsed || undefined}>
      <div className={styles.brand}>
        <Mark />
        <span className={styles.word}>{t('gate:product')}</span>
        {onCollapse && (
          <ActionIcon
            size={28}
            className={styles.collapse}
            onClick={onCollapse}
            aria-label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
          >
            <IconLayoutSidebar size={16} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.account} title={user.client.name}>
        <Tile name={user.client.name} size={28} />
        <span className={`grow ${styles.word}`}>
          <span className={styles.accountName}>{user.client.name}</span>
          <span className={styles.accountKind}>{t(`accountKinds.${audienceOf(user)}`)}</span>
        </span>
      </div>
      <UnstyledButton className={styles.search} title={collapsed ? t('shell.search') : undefined} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span className={`grow ${styles.word}`}>{t('shell.search')}</span>
        <Kbd className={styles.key} aria-hidden>
          {isMac ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <PageLinks collapsed={collapsed} {...(onNavigate ? { onNavigate } : {})} />
      <Foot collapsed={collapsed} onNavigate={onNavigate} />
    </div>
  )
}
