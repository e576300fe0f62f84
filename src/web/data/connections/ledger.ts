import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { listSeen, verifySeen } from '#contract/connections/ledger.ts'
import type { Reply, Request } from '#contract/kit/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { mergeViews } from './merge-views.ts'

type SeenQuery = NonNullable<Request<typeof listSeen>['query']>

/** Fetched each time it opens, because the agency may have seen something since. */
export const useSeen = (id: string, query: SeenQuery) =>
  useQuery({
    queryKey: ['seen', id, query],
    queryFn: ({ signal }) => call(listSeen, { params: { id }, query }, { signal }),
    select: ({ items, ...list }) => ({ ...list, items: mergeViews(items), counted: items.length }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useVerifySeen = (id: string) => useMutation({ mutationFn: () => call(verifySeen, { params: { id } }) })

export type SeenVerification = Reply<typeof verifySeen>
