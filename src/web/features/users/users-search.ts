import { choiceFrom, presentOf, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch, type Paging } from '#web/lib/address/paging.ts'

export const userTabs = ['ACTIVE', 'INVITED', 'SUSPENDED'] as const
type UserTab = (typeof userTabs)[number]

export interface UsersSearch extends Paging {
  search?: string
  status?: UserTab
  sort?: 'name:desc'
  /** The dialog to invite users is open. */
  invite?: true
}

export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  ...presentOf({
    ...pagingSearch(search),
    search: textFrom(search['search']),
    status: choiceFrom(userTabs, search['status']),
    sort: choiceFrom(['name:desc'], search['sort']),
    invite: search['invite'] === true ? true : undefined,
  }),
})
