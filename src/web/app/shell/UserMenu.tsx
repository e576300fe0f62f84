import { Menu, UnstyledButton } from '@mantine/core'
import { IconFileText, IconFlask, IconHelpCircle, IconLogout, IconMail, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themes, useTheme } from '#web/data/account/theme.ts'
import { config } from '#web/lib/config.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import styles from './Header.module.css'
import { preloadAccount } from './load-account.ts'

const WhoAmI = () => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const name = `${user.name} ${user.lastname}`
  const role = t(`roles.${user.role}`)
  return (
    <div className={styles.who}>
      <Avatar name={name} size={40} />
      <span>
        <span className="small medium">{name}</span>
        <span className="caption dim">{user.email}</span>
        <span className="caption dim">{user.isOwner ? t('owner', { role }) : role}</span>
      </span>
    </div>
  )
}

const AppearanceItems = () => {
  const { t } = useTranslation('app')
  const [theme, choose] = useTheme()
  return (
    <>
      <Menu.Label>{t('shell.appearance')}</Menu.Label>
      <Menu.RadioGroup value={theme} onChange={(value) => choose(value as typeof theme)}>
        {themes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(`schemes.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

const PageItems = () => {
  const { t } = useTranslation(['app', 'gate'])
  const links = [
    ...(config().outbox ? [{ href: paths.outbox, text: t('shell.outbox'), Icon: IconMail }] : []),
    ...(config().sandboxUrl ? [{ href: paths.sandboxes, text: t('shell.sandboxes'), Icon: IconFlask }] : []),
    { href: paths.terms, text: t('gate:terms'), Icon: IconFileText },
  ]
  return links.map(({ href, text, Icon }) => (
    <Menu.Item
      key={href}
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      leftSection={<Icon size={16} stroke={1.75} />}
    >
      {text}
    </Menu.Item>
  ))
}

export const UserMenu = ({ label, onAccount }: { label: string; onAccount: () => void }) => {
  const { t } = useTranslation(['app', 'gate'])
  const { user, signOut } = useSession()
  const [opened, setOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  // Replaces the button that loaded this menu and takes its focus, so that closing the menu returns the focus here.
  useEffect(() => {
    trigger.current?.focus()
    preloadAccount()
    const next = requestAnimationFrame(() => setOpened(true))
    return () => cancelAnimationFrame(next)
  }, [])
  // The window returns the focus to the element that had it, and this menu item no longer exists by then.
  const openAccount = () => {
    trigger.current?.focus()
    onAccount()
  }
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={272}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      returnFocus
    >
      <Menu.Target>
        <UnstyledButton ref={trigger} className={styles.user}>
          <Avatar name={`${user.name} ${user.lastname}`} />
          <span className="visually-hidden">{label}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <WhoAmI />
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.75} />} onClick={openAccount}>
          {t('shell.account')}
        </Menu.Item>
        <Menu.Divider />
        <AppearanceItems />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconHelpCircle size={16} stroke={1.75} />}
          renderRoot={(props) => <Link to={paths.help} {...props} />}
        >
          {t('pages.help')}
        </Menu.Item>
        <PageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void signOut()}>
          {t('gate:signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
