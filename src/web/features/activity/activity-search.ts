import { eventOrigins } from '#contract/events/events.ts'
import { pagingSearch, type Paging } from '#web/lib/address/paging.ts'

const sortFields = ['created_at', 'event', 'origin'] as const
export type SortField = (typeof sortFields)[number]

export const newestFirst = 'created_at:desc'

export interface ActivitySearch extends Paging {
  sort?: `${SortField}:${'asc' | 'desc'}`
  origin?: (typeof eventOrigins)[number]
}

const sorts = sortFields.flatMap((field) => [`${field}:asc`, `${field}:desc`] as const)

export const activitySearch = (search: Record<string, unknown>): ActivitySearch => {
  const sort = sorts.find((known) => known === search['sort'] && known !== newestFirst)
  const origin = eventOrigins.find((known) => known === search['origin'])
  return { ...pagingSearch(search), ...(sort ? { sort } : {}), ...(origin ? { origin } : {}) }
}
