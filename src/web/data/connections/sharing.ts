import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listConnections, type Connection } from '#contract/connections/connections.ts'
import { countFiles, getShared, listReceipts } from '#contract/connections/sharing.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

/** While something is prepared or erased, and while it is shared: records come and go without an event for each. */
const [soon, later] = [2_000, 30_000]

/** How much is shared now. */
export const useShared = ({ id, state }: Pick<Connection, 'id' | 'state'>) =>
  useQuery({
    queryKey: ['connections', 'shared', id],
    queryFn: ({ signal }) => call(getShared, { params: { id } }, { signal }),
    enabled: state === 'IN_PROCESS' || state === 'ACTIVE',
    refetchInterval: ({ state: { data } }) => (state === 'IN_PROCESS' || data?.isPreparing ? soon : later),
  })

/** Files that cannot be recalled. Counted each time that the question opens, because there may be more since. */
export const useFiles = (id: string) =>
  useQuery({
    queryKey: ['connections', 'files', id],
    queryFn: ({ signal }) => call(countFiles, { params: { id } }, { signal }),
    staleTime: 0,
  })

const receiptsPerPage = 5

/** What was erased from the agency, newest first. */
export const useReceipts = (id: string) =>
  useInfiniteQuery({
    queryKey: ['connections', 'receipts', id],
    queryFn: ({ pageParam, signal }) =>
      call(listReceipts, { params: { id }, query: { page: pageParam, size: receiptsPerPage } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * receiptsPerPage < total ? page + 1 : undefined),
    // A receipt that arrives between two pages moves another one to the next page: it is shown once.
    select: ({ pages }) => [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()],
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ finishedAt }) => finishedAt === null)) && soon,
  })

const pageSize = 100
const mostPages = 20

const allSharing = async (signal: AbortSignal): Promise<Connection[]> => {
  const found: Connection[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, total } = await call(listConnections, { query: { group: 'sharing', page, size: pageSize } }, { signal })
    found.push(...items)
    if (found.length >= total || items.length === 0) break
  }
  return found
}

/** A company that shares something with the agency, under one connection or several. */
export interface SharingCompany {
  id: string
  name: string
  connectionIds: string[]
  /** Of no connection contacts are listed: each shares only totals. */
  isTotalsOnly: boolean
}

const toCompanies = (connections: readonly Connection[]): SharingCompany[] => {
  const byCompany = Map.groupBy(connections, ({ partnerId }) => partnerId ?? '')
  byCompany.delete('')
  return [...byCompany]
    .map(([id, own]) => ({
      id,
      name: own[0]?.name ?? '',
      connectionIds: own.map((connection) => connection.id),
      isTotalsOnly: own.every(({ typeOfData }) => typeOfData === 'COUNTS'),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The companies that share with the agency, of those that the user may see. */
export const useSharingCompanies = () =>
  useQuery({
    queryKey: ['connections', 'sharing-companies'],
    queryFn: async ({ signal }) => toCompanies(await allSharing(signal)),
  })
