import { eventOrigins } from '#contract/events/events.ts'
import { choiceFrom, presentOf, idFrom, instantFrom, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

const sorts = ['created_at:asc', 'event:asc', 'event:desc', 'origin:asc', 'origin:desc'] as const

export const eventsSearch = (search: Record<string, unknown>) =>
  presentOf({
    ...pagingSearch(search),
    client: idFrom(search['client']),
    event: textFrom(search['event']),
    origin: choiceFrom(eventOrigins, search['origin']),
    from: instantFrom(search['from']),
    to: instantFrom(search['to']),
    sort: choiceFrom(sorts, search['sort']),
  })

export type EventsSearch = ReturnType<typeof eventsSearch>
