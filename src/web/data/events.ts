import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { listEvents } from '#contract/events/events.ts'
import type { Request } from '#contract/kit/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const eventsKey = ['events']

type EventsQuery = Request<typeof listEvents>['query']

export const eventsQuery = (query: EventsQuery) =>
  queryOptions({ queryKey: [...eventsKey, query], queryFn: ({ signal }) => call(listEvents, { query }, { signal }) })

export const useEvents = (query: EventsQuery) => useQuery({ ...eventsQuery(query), placeholderData: keepPreviousData })
