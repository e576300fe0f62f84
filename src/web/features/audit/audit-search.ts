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
    /** The entry that is open. */
    entry: textFrom(search['entry']),
  })

export type AuditSearch = ReturnType<typeof auditSearch>

/** Whoever acts without a name of their own. */
export const actorKinds = ['system', 'staff', 'key'] as const

/** Through all accounts at once a kind of actor is looked for within a time only. */
export const mayChooseKind = ({ client, from }: AuditSearch, isStaff: boolean): boolean =>
  !isStaff || client !== undefined || from !== undefined

/** What a choice takes with it: an object goes with its kind and its account, a kind of actor with what it is looked for within. */
export const consequencesOf = (search: AuditSearch, name: string, { value, isStaff }: { value: unknown; isStaff: boolean }) => {
  const isKind = actorKinds.some((kind) => kind === search.actor)
  const isKindLost = isKind && !mayChooseKind({ ...search, [name]: value }, isStaff)
  return {
    ...(name === 'client' ? { type: undefined } : {}),
    ...(name === 'client' || name === 'type' ? { object: undefined } : {}),
    ...(isKindLost ? { actor: undefined } : {}),
  }
}
