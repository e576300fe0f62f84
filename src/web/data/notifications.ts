import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { notificationsKey } from './unread.ts'

const perPage = 10

export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: [...notificationsKey, 'list'],
    queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { page: pageParam, size: perPage } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * perPage < total ? page + 1 : undefined),
    // A notification that arrives between two pages moves another one to the next page: it is shown once.
    select: ({ pages }) => [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()],
    staleTime: 0,
  })

/** Without ids: marks all of them. */
export const useMarkRead = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids?: string[]) => call(readNotifications, { body: ids ? { ids } : {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  })
}
