import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Reply, Request } from '#contract/kit/route.ts'
import { countDeliveries, getDelivery, listDeliveries, replayDelivery } from '#contract/webhooks/deliveries.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useWebhookChange } from './endpoints.ts'

const deliveriesKey = ['webhooks', 'deliveries']

/** Applied events are announced live; duplicates and rejected ones change nothing, so they are asked for. */
const every = 10_000

type DeliveriesQuery = Omit<NonNullable<Request<typeof listDeliveries>['query']>, 'before' | 'limit'>

/** Newest first. The next page begins after the last delivery of the page before. */
export const useDeliveries = (query: DeliveriesQuery) =>
  useInfiniteQuery({
    queryKey: [...deliveriesKey, query],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, { query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => {
      const items = pages.flatMap((page) => page.items)
      return { items, total: items.length }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: every,
  })

export const useDeliveryCounts = () =>
  useQuery({
    queryKey: [...deliveriesKey, 'counts'],
    queryFn: ({ signal }) => call(countDeliveries, { query: {} }, { signal }),
    staleTime: 0,
    refetchInterval: every,
  })

export type DeliveryCounts = Reply<typeof countDeliveries>
export type OpenDelivery = Reply<typeof getDelivery>

export const useDelivery = (id: string) =>
  useQuery({
    queryKey: [...deliveriesKey, 'one', id],
    queryFn: ({ signal }) => call(getDelivery, { params: { id } }, { signal }),
    staleTime: 0,
  })

type Payload = NonNullable<NonNullable<Request<typeof replayDelivery>['body']>['payload']>

/** Without a payload it is applied as it was sent. */
export const useReplay = () =>
  useWebhookChange(({ id, payload }: { id: string; payload?: Payload }) =>
    call(replayDelivery, { params: { id }, ...(payload === undefined ? {} : { body: { payload } }) }),
  )
