// An agency lists its ghost companies together with the companies that are connected.
import type { Connection, connectionGroups, listConnections } from '#contract/connections/connections.ts'
import type { GhostCompany, GhostStatus } from '#contract/ghost-companies/companies.ts'
import type { Reply } from '#contract/kit/route.ts'

type Group = (typeof connectionGroups)[number]
type List = Reply<typeof listConnections>

export type ListedCompany = Connection | GhostCompany

export const isGhost = (company: ListedCompany): company is GhostCompany => 'company_name' in company

const groups: Record<GhostStatus, Group> = {
  created: 'waiting',
  connecting: 'waiting',
  connected: 'sharing',
  syncing: 'sharing',
  error: 'sharing',
  disconnected: 'ended',
  claimed: 'ended',
  deleted: 'ended',
}

interface Query {
  page: number
  size: number
  search?: string
  group?: Group
}

const isListedIn = ({ company_name: name, status }: GhostCompany, { search = '', group }: Query): boolean =>
  (group === undefined || groups[status] === group) && name.toLowerCase().includes(search.trim().toLowerCase())

const isEnded = (company: ListedCompany): boolean => !isGhost(company) && company.state === 'CANCELED'

/** What has ended comes last on its page, as it does without ghost companies. */
const endedLast = (items: readonly ListedCompany[]): ListedCompany[] => [
  ...items.filter((one) => !isEnded(one)),
  ...items.filter((one) => isEnded(one)),
]

const countsWith = ({ counts }: List, ghosts: readonly GhostCompany[]): List['counts'] => {
  const all = { ...counts }
  for (const { status } of ghosts) all[groups[status]] = (all[groups[status]] ?? 0) + 1
  return all
}

/** A page of connections, filled with the ghost companies that follow the last connection. */
export const withGhosts = (list: List, ghosts: readonly GhostCompany[], query: Query) => {
  const { page, size } = query
  const listed = ghosts.filter((ghost) => isListedIn(ghost, query))
  const from = Math.max(0, (page - 1) * size - list.total)
  const to = Math.max(0, page * size - list.total)
  return {
    items: endedLast([...list.items, ...listed.slice(from, to)]),
    total: list.total + listed.length,
    counts: countsWith(list, ghosts),
  }
}
