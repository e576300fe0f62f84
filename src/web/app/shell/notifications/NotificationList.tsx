import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '#contract/notifications.ts'
import { useMarkRead, useNotifications } from '#web/data/notifications.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './Notifications.module.css'

const Nothing = () => {
  const { t } = useTranslation('notices')
  return <EmptyState icon={<IconBell size={22} stroke={1.75} />} title={t('empty.title')} text={t('empty.text')} />
}

interface ItemsProps {
  items: Notification[]
  more: { has: boolean; isFetching: boolean; onMore: () => void }
  onOpen: (item: Notification) => void
}

const Items = ({ items, more, onOpen }: ItemsProps) => {
  const { t } = useTranslation('notices')
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(items.length)
  // When the "more" button disappears, the focus moves to the first notification that it loaded.
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body
    if (items.length > before.current && hasLostFocus) list.current?.querySelectorAll('li')[before.current]?.focus()
    before.current = items.length
  }, [items.length])
  if (items.length === 0) return <Nothing />
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={t('title')}>
        {items.map((item) => (
          <NotificationItem key={item.id} item={item} onOpen={() => onOpen(item)} />
        ))}
      </ul>
      {more.has && (
        <div className={styles.more}>
          <BusyButton variant="default" fullWidth busy={more.isFetching} onClick={more.onMore}>
            {t('more')}
          </BusyButton>
        </div>
      )}
    </>
  )
}

/** The user's notifications, newest first. */
export const NotificationList = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('notices')
  const query = useNotifications()
  const { act, isBusy } = useAct({ mayOverlap: true })
  const mark = useMarkRead()
  const markRead = (ids?: string[]) => void act(() => mark.mutateAsync(ids))
  const heading = useRef<HTMLHeadingElement>(null)
  const hasUnread = query.data?.some(({ readAt }) => readAt === null) ?? false
  const open = ({ id, readAt }: Notification) => {
    if (readAt === null) markRead([id])
    onClose()
  }
  // The button disappears when nothing is unread.
  const markAll = () => {
    heading.current?.focus()
    markRead()
  }
  const more = {
    has: query.hasNextPage,
    isFetching: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  }
  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} data-autofocus>
          {t('title')}
        </h2>
        <span className="grow" />
        {hasUnread && (
          <Button variant="subtle" size="xs" loading={isBusy} onClick={markAll}>
            {t('markAll')}
          </Button>
        )}
      </div>
      <div className={styles.body}>
        <Loaded query={query} skeleton={<SkeletonRows rows={4} height={64} />}>
          {(items) => <Items items={items} more={more} onOpen={open} />}
        </Loaded>
      </div>
    </>
  )
}
