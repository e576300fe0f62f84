import { useConnections } from '#web/data/connections.ts'
import { useGhostCompanies } from '#web/data/connections/ghost-companies.ts'
import { withGhosts } from './companies.ts'

type Query = Parameters<typeof withGhosts>[2]

/** Connections and ghost companies as one list, loaded together so that no row appears later. */
export const useCompanies = (query: Query) => {
  const connections = useConnections(query)
  const ghosts = useGhostCompanies()
  const { data: list } = connections
  return {
    ...connections,
    data: list && !ghosts.isLoading ? withGhosts(list, ghosts.data?.items ?? [], query) : undefined,
    ghosts,
  }
}
