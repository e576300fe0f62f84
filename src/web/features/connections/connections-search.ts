import type { connectionGroups } from '#contract/connections/connections.ts'
import { choiceFrom, presentOf, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch, type Paging } from '#web/lib/address/paging.ts'

type Group = (typeof connectionGroups)[number]

// The router loads this file with the first page, so the contract's own list is not imported.
export const groupTabs = ['sharing', 'waiting', 'ended'] as const satisfies readonly Group[]

export interface ConnectionsSearch extends Paging {
  search?: string
  group?: Group
  /** The dialog to invite is open. */
  invite?: true
  /** The dialog to add a ghost company is open. */
  add?: true
}

const onlyTrue = (value: unknown): true | undefined => (value === true ? value : undefined)

export const connectionsSearch = (search: Record<string, unknown>): ConnectionsSearch =>
  presentOf({
    ...pagingSearch(search),
    search: textFrom(search['search']),
    group: choiceFrom(groupTabs, search['group']),
    invite: onlyTrue(search['invite']),
    add: onlyTrue(search['add']),
  })
