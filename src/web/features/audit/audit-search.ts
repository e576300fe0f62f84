import { given, idFrom, instantFrom, textFrom } from '#web/lib/address.ts'
import { pagingSearch } from '#web/lib/paging.ts'

export const auditSearch = (search: Record<string, unknown>) =>
  given({
    ...pagingSearch(search),
    client: idFrom(search['client']),
    action: textFrom(search['action']),
    actor: textFrom(search['actor']),
    type: textFrom(search['type']),
    object: textFrom(search['object']),
    from: instantFrom(search['from']),
    to: instantFrom(search['to']),
    /** The entry that is open. */
    entry: textFrom(search['entry']),
  })

export type AuditSearch = ReturnType<typeof auditSearch>
