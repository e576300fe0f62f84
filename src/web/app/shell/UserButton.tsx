import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './Header.module.css'

const loadMenu = () => import('./UserMenu.tsx')
const UserMenu = lazy(async () => ({ default: (await loadMenu()).UserMenu }))

/** The menu with everything behind it arrives when somebody reaches for it. */
export const UserButton = () => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const [wanted, setWanted] = useState(false)
  const name = `${user.name} ${user.lastname}`
  const label = t('shell.userMenu', { name })
  const button = (
    <UnstyledButton
      className={styles.user}
      aria-haspopup="menu"
      aria-expanded={wanted}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void loadMenu()}
    >
      <Avatar name={name} />
      <span className="visually-hidden">{label}</span>
    </UnstyledButton>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenu label={label} />
    </Suspense>
  )
}
