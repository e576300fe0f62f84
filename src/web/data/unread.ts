import { useQuery } from '@tanstack/react-query'
import { listNotifications } from '#contract/notifications.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

/** Everything under the bell; the server tells when it is no longer true. */
export const notificationsKey = ['notifications']

export const useUnread = (): number =>
  useQuery({
    queryKey: [...notificationsKey, 'unread'],
    queryFn: ({ signal }) => call(listNotifications, { query: { page: 1, size: 1 } }, { signal }),
  }).data?.unread ?? 0
