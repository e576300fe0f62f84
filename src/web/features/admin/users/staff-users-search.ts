import { roles } from '#contract/permissions.ts'
import { userStatuses } from '#contract/users.ts'
import { choiceFrom, given, idFrom, textFrom } from '#web/lib/address.ts'
import { pagingSearch } from '#web/lib/paging.ts'

const sorts = ['created_at:asc', 'name:asc', 'name:desc'] as const

export const staffUsersSearch = (search: Record<string, unknown>) =>
  given({
    ...pagingSearch(search),
    search: textFrom(search['search']),
    status: choiceFrom(userStatuses, search['status']),
    role: choiceFrom(roles, search['role']),
    client: idFrom(search['client']),
    sort: choiceFrom(sorts, search['sort']),
  })

export type StaffUsersSearch = ReturnType<typeof staffUsersSearch>
