import { useQuery } from '@tanstack/react-query'
import { listNotifications } from '#contract/notifications.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

/** The notifications; the live stream reports when they change. */
export const notificationsKey = ['notifications']

export const useUnread = (): number =>
  useQuery({
    queryKey: [...notificationsKey, 'unread'],
    queryFn: ({ signal }) => call(listNotifications, { query: { page: 1, size: 1 } }, { signal }),
  }).data?.unread ?? 0
