import './command-palette-styles.ts'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconDeviceLaptop, IconLogout, IconMoon, IconSearch, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { themes, useTheme } from '#web/data/theme.ts'
import { useSession } from '#web/lib/session.ts'
import { pagesFor } from '../pages.ts'
import styles from './CommandPalette.module.css'
import { preloadAccount } from './load-account.ts'

const schemeIcons = { auto: IconDeviceLaptop, light: IconSun, dark: IconMoon }
const [store, palette] = createSpotlight()

const usePageActions = (): SpotlightActionGroupData => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const navigate = useNavigate()
  return {
    group: t('palette.pages'),
    actions: pagesFor(user).map(({ name, path, icon: Icon }) => ({
      id: name,
      label: t(`pages.${name}`),
      leftSection: <Icon size={18} stroke={1.75} />,
      onClick: () => void navigate({ to: path }),
    })),
  }
}

const useGeneralActions = (onAccount: () => void): SpotlightActionGroupData => {
  const { t } = useTranslation(['app', 'gate'])
  const { signOut } = useSession()
  const [, chooseTheme] = useTheme()
  const account = {
    id: 'account',
    label: t('shell.account'),
    leftSection: <IconUserCircle size={18} stroke={1.75} />,
    onClick: onAccount,
  }
  const appearance = themes.map((scheme) => {
    const Icon = schemeIcons[scheme]
    const label = t('palette.scheme', { scheme: t(`schemes.${scheme}`) })
    return { id: scheme, label, leftSection: <Icon size={18} stroke={1.75} />, onClick: () => chooseTheme(scheme) }
  })
  const leave = {
    id: 'sign-out',
    label: t('gate:signOut'),
    leftSection: <IconLogout size={18} stroke={1.75} />,
    onClick: () => void signOut(),
  }
  return { group: t('palette.actions'), actions: [account, ...appearance, leave] }
}

export const CommandPalette = ({ onClose, onAccount }: { onClose: () => void; onAccount: () => void }) => {
  const { t } = useTranslation('app')
  const pages = usePageActions()
  const general = useGeneralActions(onAccount)
  useEffect(() => {
    palette.open()
    preloadAccount()
  }, [])
  return (
    <Spotlight
      store={store}
      actions={[pages, general]}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      radius="lg"
      classNames={styles}
      attributes={{ content: { 'aria-label': t('palette.placeholder') } }}
      overlayProps={{ backgroundOpacity: 0.32, blur: 0, color: '#0B0E15' }}
      // Locking the page needs a style tag that the content security policy refuses.
      lockScroll={false}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  )
}
