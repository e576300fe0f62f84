import type { listIntegrations } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Reply } from '#contract/kit/route.ts'
import { localCache } from '#web/lib/cache/browser-cache.ts'
import { integrationsKey } from '#web/lib/cache/local-cache.ts'

export type Integrations = Reply<typeof listIntegrations>

export const integrationsQueryKey = ['integrations']

/** The two halves of the list: active sources and all others. */
export const cacheKeys = () => ({
  active: integrationsKey(location.host, true),
  others: integrationsKey(location.host, false),
})

const eventIdKey = 'integrations_place'

/** Caches the last live event before the list was requested: changes after that event may not be in the list. */
export const cacheEventId = (eventId = '') => localCache.write(eventIdKey, eventId)

/** A fresh list is not requested again, so the live stream resumes from its event; without one, no list is fresh. */
export const cachedEventId = (): string | undefined => {
  const entry = localCache.read<string>(eventIdKey)
  return entry && Date.now() - entry.timestamp < limits.integrationsStale ? entry.data || undefined : undefined
}

/** Drops the event id too: otherwise the stream would repeat events that the new list already contains, and invalidate it again. */
export const forgetIntegrations = () => localCache.invalidate(...Object.values(cacheKeys()), eventIdKey)
