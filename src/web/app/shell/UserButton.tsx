import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/identity/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './Header.module.css'
import { usePart } from './use-part.ts'

const loadMenu = async () => (await import('./UserMenu.tsx')).UserMenu

/** The menu with everything behind it arrives when somebody reaches for it. */
export const UserButton = ({ onAccount }: { onAccount: () => void }) => {
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
