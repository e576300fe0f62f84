import { roles } from '#contract/users/permissions.ts'
import { userStatuses } from '#contract/users/users.ts'
import { choiceFrom, presentOf, idFrom, textFrom } from '#web/lib/address/address.ts'
import { config } from '#web/lib/config.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

const sorts = ['created_at:asc', 'name:asc', 'name:desc'] as const
/** The server refuses to sort by masked names. */
const sortsWhereMasked = ['created_at:asc'] as const

export const staffUsersSearch = (search: Record<string, unknown>, staffSees = config().staffSees) =>
  presentOf({
    ...pagingSearch(search),
    search: textFrom(search['search']),
    status: choiceFrom(userStatuses, search['status']),
    role: choiceFrom(roles, search['role']),
    client: idFrom(search['client']),
    sort: choiceFrom<(typeof sorts)[number]>(staffSees === 'masked' ? sortsWhereMasked : sorts, search['sort']),
  })

export type StaffUsersSearch = ReturnType<typeof staffUsersSearch>
