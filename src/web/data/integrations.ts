import { useQuery } from '@tanstack/react-query'
import { listIntegrations } from '#contract/integrations.ts'
import { limits } from '#contract/limits.ts'
import type { Reply } from '#contract/route.ts'
import { localCache } from '#web/lib/browser-cache.ts'
import { call } from '#web/lib/browser-caller.ts'
import { integrationsKey } from '#web/lib/local-cache.ts'
import { rememberedClientId } from '#web/lib/session.ts'

export type Integrations = Reply<typeof listIntegrations>

export const integrationsQueryKey = ['integrations']

const everyIntegration = () => integrationsKey(location.host, false)

const remembered = () => {
  const entry = localCache.read<Integrations>(everyIntegration())
  const clientId = rememberedClientId()
  return entry?.data.items.every((item) => item.client_id === clientId) ? entry : undefined
}

export const forgetIntegrations = () => localCache.invalidate(everyIntegration())

/** `isReturning`: somebody comes back from a provider, so what is known is older than what they just did. */
export const useIntegrations = ({ isReturning = false } = {}) =>
  useQuery({
    queryKey: integrationsQueryKey,
    queryFn: async ({ signal }) => {
      const integrations = await call(listIntegrations, { query: {} }, { signal })
      localCache.write(everyIntegration(), integrations)
      return integrations
    },
    initialData: () => remembered()?.data,
    initialDataUpdatedAt: () => remembered()?.timestamp,
    staleTime: limits.integrationsStale,
    gcTime: limits.integrationsKept,
    // Fetched data is not fetched again on mount, unless it is known to be untrue; what comes from the local cache was not fetched yet.
    refetchOnMount: ({ state }) => (isReturning ? 'always' : state.dataUpdateCount === 0 || state.isInvalidated),
  })
