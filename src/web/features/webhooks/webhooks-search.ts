import { choiceFrom, idFrom, presentOf, textFrom } from '#web/lib/address/address.ts'

/** The deliveries that the list can be limited to. */
export const resultFilters = ['applied', 'duplicate', 'problem'] as const

export const webhooksSearch = (search: Record<string, unknown>) =>
  presentOf({
    /** The endpoint that is shown; by default the first one. */
    endpoint: idFrom(search['endpoint']),
    result: choiceFrom(resultFilters, search['result']),
    q: textFrom(search['q']),
    /** The delivery that is open. */
    delivery: idFrom(search['delivery']),
  })

export type WebhooksSearch = ReturnType<typeof webhooksSearch>
