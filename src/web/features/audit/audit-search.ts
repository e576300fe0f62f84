import { presentOf, idFrom, instantFrom, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

export const auditSearch = (search: Record<string, unknown>) =>
  presentOf({
    ...pagingSearch(search),
    client: idFrom(search['client']),
    action: textFrom(search['action']),
    actor: textFrom(search['actor']),
    type: textFrom(search['type']),
    object: textFrom(search['object']),
    from: instantFrom(search['from']),
    to: instantFrom(search['to']),
    /** The open entry. */
    entry: textFrom(search['entry']),
  })

export type AuditSearch = ReturnType<typeof auditSearch>

/** Actors without their own name. */
export const actorKinds = ['system', 'staff', 'key'] as const

/** Across all accounts, a kind of actor can only be combined with a time range. */
export const mayChooseKind = ({ client, from }: AuditSearch, isStaff: boolean): boolean =>
  !isStaff || client !== undefined || from !== undefined

/** Filters that a change removes: an object depends on its type and account, a kind of actor on the account or time range. */
export const consequencesOf = (search: AuditSearch, name: string, { value, isStaff }: { value: unknown; isStaff: boolean }) => {
  const isKind = actorKinds.some((kind) => kind === search.actor)
  const isKindLost = isKind && !mayChooseKind({ ...search, [name]: value }, isStaff)
  return {
    ...(name === 'client' ? { type: undefined } : {}),
    ...(name === 'client' || name === 'type' ? { object: undefined } : {}),
    ...(isKindLost ? { actor: undefined } : {}),
  }
}
