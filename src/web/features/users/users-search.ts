import { choiceFrom, given, textFrom } from '#web/lib/address.ts'
import { pageSizes, pagingSearch, type Paging } from '#web/lib/paging.ts'

export const userTabs = ['ACTIVE', 'INVITED', 'SUSPENDED'] as const
type UserTab = (typeof userTabs)[number]

export interface UsersSearch extends Paging {
  search?: string
  status?: UserTab
  sort?: 'name:desc'
}

/** Most accounts fit on one page; those who want less to look at say so in the address. */
export const peoplePerPage = 20

const sizeFrom = (search: Record<string, unknown>) => {
  const size = Number(search['size'] ?? peoplePerPage)
  return size !== peoplePerPage && pageSizes.includes(size) ? size : undefined
}

export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  ...given({
    page: pagingSearch(search).page,
    size: sizeFrom(search),
    search: textFrom(search['search']),
    status: choiceFrom(userTabs, search['status']),
    sort: choiceFrom(['name:desc'], search['sort']),
  }),
})
