import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUnread } from '#web/data/unread.ts'
import styles from '../Header.module.css'
import { usePart } from '../use-part.ts'

const loadList = async () => (await import('./Notifications.tsx')).Notifications

const highest = 99

/** The bell with the number of unread notifications; the list is downloaded when the user points at the bell or presses it. */
export const NotificationBell = () => {
  const { t } = useTranslation('app')
  const unread = useUnread()
  const [Notifications, fetchList] = usePart(loadList)
  const shown = unread > highest ? `${highest}+` : unread
  const label = unread > 0 ? t('shell.unread', { n: shown }) : t('shell.notifications')
  const face = (
    <>
      <IconBell size={18} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {shown}
        </span>
      )}
    </>
  )
  if (Notifications) return <Notifications label={label} face={face} />
  return (
    <ActionIcon
      size={40}
      className={styles.bell}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => void fetchList()}
      onPointerEnter={() => void loadList().catch(() => undefined)}
    >
      {face}
    </ActionIcon>
  )
}
