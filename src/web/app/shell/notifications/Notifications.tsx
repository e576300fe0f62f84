import { ActionIcon, Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { addTranslations } from '#web/lib/i18n.ts'
import { noticeMessages } from '#web/messages/en-notices.ts'
import header from '../Header.module.css'
import { NotificationList } from './NotificationList.tsx'
import styles from './Notifications.module.css'

addTranslations('notices', noticeMessages)

/** Replaces the button that loaded it and takes its focus, so that closing returns the focus here. */
export const Notifications = ({ label, face }: { label: string; face: ReactNode }) => {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    trigger.current?.focus()
    const next = requestAnimationFrame(() => setOpened(true))
    return () => cancelAnimationFrame(next)
  }, [])
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={isPhone ? 'calc(100vw - 16px)' : 400}
      offset={isPhone ? 4 : 8}
      shadow="md"
      radius="md"
      withinPortal={false}
      transitionProps={{ duration: 120 }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          ref={trigger}
          size={40}
          className={header.bell}
          aria-label={label}
          onClick={() => setOpened((before) => !before)}
        >
          {face}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <NotificationList onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
