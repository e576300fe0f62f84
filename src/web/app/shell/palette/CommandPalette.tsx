import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Mark.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconDeviceLaptop,
  IconHelpCircle,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconPlus,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { themes, useTheme } from '#web/data/account/theme.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'
import type { helpMessages } from '#web/messages/en-help.ts'
import { paletteMessages } from '#web/messages/en-palette.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { audienceOf, isAllowed, pages, pageTitle, pagesFor } from '#web/app/pages.ts'
import styles from './CommandPalette.module.css'
import { preloadAccount } from '../load-account.ts'
import { useFirstChosen } from './first-chosen.ts'
import { useGhostCompanyActions } from './ghost-companies.tsx'
import { useFoundUserActions, useInviteAction, useStaffActions } from './found-users.tsx'
import type { Typed } from './typed-keys.ts'

const schemeIcons = { auto: IconDeviceLaptop, light: IconSun, dark: IconMoon }
const [store, palette] = createSpotlight()

addTranslations('palette', paletteMessages)

const usePageActions = (): SpotlightActionGroupData => {
  const { t } = useTranslation(['palette', 'app'])
  const { user } = useSession()
  const navigate = useNavigate()
  return {
    group: t('pages'),
    actions: pagesFor(user).map(({ name, path, icon: Icon }) => ({
      id: name,
      label: t(`app:${pageTitle(name, audienceOf(user))}`),
      leftSection: <Icon size={18} stroke={1.75} />,
      onClick: () => void navigate({ to: path }),
    })),
  }
}

const useGeneralActions = (onAccount: () => void): SpotlightActionGroupData => {
  const { t } = useTranslation(['palette', 'app', 'gate'])
  const { signOut } = useSession()
  const [, chooseTheme] = useTheme()
  const account = {
    id: 'account',
    label: t('app:shell.account'),
    leftSection: <IconUserCircle size={18} stroke={1.75} />,
    onClick: onAccount,
  }
  const appearance = themes.map((scheme) => {
    const Icon = schemeIcons[scheme]
    const label = t('scheme', { scheme: t(`app:schemes.${scheme}`) })
    return { id: scheme, label, leftSection: <Icon size={18} stroke={1.75} />, onClick: () => chooseTheme(scheme) }
  })
  const leave = {
    id: 'sign-out',
    label: t('gate:signOut'),
    leftSection: <IconLogout size={18} stroke={1.75} />,
    onClick: () => void signOut(),
  }
  return { group: t('actions'), actions: [...useInviteAction(), account, ...appearance, leave] }
}

const descriptionOf = (description: string | null) => (description ? { description } : {})

/** Sources by their name, account and vendor, and an action that connects another one. */
const useSourceActions = (): SpotlightActionGroupData => {
  const { t } = useTranslation('palette')
  const may = useMay()
  const navigate = useNavigate()
  const sources = useIntegrations().data?.items.filter(({ ghost_company_id: ghost }) => ghost === null) ?? []
  const connect = {
    id: 'connect',
    label: t('connect'),
    leftSection: <IconPlus size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: paths.integrations, hash: 'available' }),
  }
  const open = sources.map(({ id, name, account, vendor, needs, status }) => ({
    id,
    label: name,
    ...descriptionOf(needs && status === 'active' ? t('needsSetup') : account),
    keywords: vendor,
    leftSection: <IconPlugConnected size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: innerPaths.source, params: { id } }),
  }))
  return { group: t('sources'), actions: [...(may('integrations', 'w') ? [connect] : []), ...open] }
}

type Articles = (typeof helpMessages)['articles']

/** Help articles by their text. The texts load after the palette, which works without them. */
const useHelpActions = (): SpotlightActionGroupData => {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const [articles, setArticles] = useState<Articles>([])
  useEffect(() => {
    void import('#web/messages/en-help.ts').then(
      ({ helpMessages }) => setArticles(helpMessages.articles),
      () => undefined,
    )
  }, [])
  return {
    group: t('help'),
    actions: articles.map(({ id, title, text, points = [], after = [] }) => ({
      id: `help-${id}`,
      label: title,
      keywords: [...text, ...points, ...after].join(' '),
      leftSection: <IconHelpCircle size={18} stroke={1.75} />,
      onClick: () => void navigate({ to: paths.help, hash: id }),
    })),
  }
}

interface PaletteProps {
  /** Returns what was typed before the search field existed. */
  takeTyped: () => Typed
  onClose: () => void
  onAccount: () => void
}

interface Searching {
  text: string
  onText: (text: string) => void
  /** The action groups for this account type. */
  groups: SpotlightActionGroupData[]
}

const Palette = ({ takeTyped, onClose, onAccount, text, onText, groups }: PaletteProps & Searching) => {
  const { t } = useTranslation('palette')
  const pages = usePageActions()
  const general = useGeneralActions(onAccount)
  const help = useHelpActions()
  const { onKeyDown, openFirst } = useFirstChosen(store, text)
  // Set as if it were typed now, so that the first match is selected too.
  const take = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    const typed = takeTyped()
    if (typed.isEntered) openFirst(typed.text)
    if (typed.text === '') return
    field.setRangeText(typed.text, field.value.length, field.value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  useEffect(() => {
    palette.open()
    preloadAccount()
  }, [])
  return (
    <Spotlight
      store={store}
      actions={[pages, general, ...groups, help]}
      query={text}
      onQueryChange={onText}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={t('nothing')}
      highlightQuery
      scrollable
      radius="lg"
      classNames={styles}
      attributes={{ content: { 'aria-label': t('placeholder') } }}
      overlayProps={{ backgroundOpacity: 0.32, blur: 0, color: '#0B0E15' }}
      // Locking the page needs a style tag that the content security policy refuses.
      lockScroll={false}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('placeholder'),
        'aria-label': t('placeholder'),
        onFocus: take,
        onKeyDown,
      }}
    />
  )
}

type KindProps = PaletteProps & Omit<Searching, 'groups'>

const ClientPalette = (props: KindProps) => (
  <Palette {...props} groups={[useSourceActions(), useGhostCompanyActions(), useFoundUserActions(props.text)]} />
)

const StaffPalette = (props: KindProps) => <Palette {...props} groups={useStaffActions(props.text)} />

export const CommandPalette = (props: PaletteProps) => {
  const { user } = useSession()
  const [text, setText] = useState('')
  const Kind = isAllowed(user, pages.integrations) ? ClientPalette : StaffPalette
  return <Kind {...props} text={text} onText={setText} />
}
