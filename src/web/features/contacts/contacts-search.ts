import { idFrom, presentOf, textFrom } from '#web/lib/address/address.ts'
import { companiesFrom } from '#web/lib/address/companies.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

export const contactsSearch = (search: Record<string, unknown>) =>
  presentOf({
    ...pagingSearch(search),
    companies: companiesFrom(search['companies']),
    q: textFrom(search['q']),
    /** The contact that is open. */
    contact: idFrom(search['contact']),
  })
