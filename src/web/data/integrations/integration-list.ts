// Separate from integrations.ts, which the shell needs too: this part loads with the pages that show the list.
import { useQuery } from '@tanstack/react-query'
import { listIntegrations, type Integration } from '#contract/integrations/integrations.ts'
import { localCache } from '#web/lib/cache/browser-cache.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { rememberedClientId } from '#web/lib/identity/session.ts'
import { integrationListOptions } from '../freshness.ts'
import { integrationsQueryKey, cacheKeys, cachedEventId, cacheEventId, type Integrations } from './integrations.ts'
import { heardUntil } from '../live.ts'

const listOf = (items: Integration[]): Integrations => ({ items, total: items.length })

const isActive = ({ status }: Integration) => status === 'active'

/** One call returns both halves of the list; each half is cached under its own key. */
const remember = ({ items }: Integrations) => {
  const keys = cacheKeys()
  localCache.write(keys.active, listOf(items.filter(isActive)))
  localCache.write(keys.others, listOf(items.filter((item) => !isActive(item))))
}

/** Newest first, like the server's list. */
const remembered = () => {
  const keys = cacheKeys()
  const active = localCache.read<Integrations>(keys.active)
  const others = localCache.read<Integrations>(keys.others)
  if (!active || !others) return undefined
  const items = [...active.data.items, ...others.data.items]
  const clientId = rememberedClientId()
  if (!items.every((item) => item.client_id === clientId)) return undefined
  const sorted = items.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  return { data: listOf(sorted), timestamp: cachedEventId() ? Math.min(active.timestamp, others.timestamp) : 0 }
}

export const useIntegrations = ({ isReturning = false } = {}) =>
  useQuery({
    queryKey: integrationsQueryKey,
    queryFn: async ({ signal }) => {
      const lastEventId = heardUntil()
      const integrations = await call(listIntegrations, { query: {} }, { signal })
      remember(integrations)
      cacheEventId(lastEventId)
      return integrations
    },
    initialData: () => remembered()?.data,
    initialDataUpdatedAt: () => remembered()?.timestamp,
    ...integrationListOptions(isReturning),
  })
