import { clientStatuses } from '#contract/clients.ts'
import { accountTypes } from '#contract/users/permissions.ts'
import { choiceFrom, presentOf, idFrom, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

const sorts = ['created_at:asc', 'name:asc', 'name:desc'] as const
const tabs = ['users', 'audit'] as const

const detailPaging = (search: Record<string, unknown>) => {
  const { page, size } = pagingSearch({ page: search['detail_page'], size: search['detail_size'] })
  return { detail_page: page, detail_size: size }
}

/** The list, and below it the open client with one of its lists. */
export const clientsSearch = (search: Record<string, unknown>) => {
  const client = idFrom(search['client'])
  return presentOf({
    ...pagingSearch(search),
    search: textFrom(search['search']),
    status: choiceFrom(clientStatuses, search['status']),
    type: choiceFrom(accountTypes, search['type']),
    sort: choiceFrom(sorts, search['sort']),
    ...(client ? { client, tab: choiceFrom(tabs, search['tab']), ...detailPaging(search) } : {}),
  })
}

export type ClientsSearch = ReturnType<typeof clientsSearch>
