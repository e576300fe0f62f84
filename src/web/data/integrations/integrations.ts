import type { listIntegrations } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Reply } from '#contract/kit/route.ts'
import { localCache } from '#web/lib/cache/browser-cache.ts'
import { integrationsKey } from '#web/lib/cache/local-cache.ts'

export type Integrations = Reply<typeof listIntegrations>

export const integrationsQueryKey = ['integrations']

/** What is read, and what is not read at present: the two halves of the list. */
export const rememberedAs = () => ({
  active: integrationsKey(location.host, true),
  others: integrationsKey(location.host, false),
})

const placeKey = 'integrations_place'

/** Keeps where the live line was when the list was asked for: what it told after that is not in the list. */
export const rememberPlace = (place = '') => localCache.write(placeKey, place)

/** A list that is fresh is not asked for again, so the live line goes on from its place; without one, no list is fresh. */
export const rememberedPlace = (): string | undefined => {
  const entry = localCache.read<string>(placeKey)
  return entry && Date.now() - entry.timestamp < limits.integrationsStale ? entry.data || undefined : undefined
}

/** With its place: a list that is asked for anew knows of everything before it, which would otherwise be told once more and end it again. */
export const forgetIntegrations = () => localCache.invalidate(...Object.values(rememberedAs()), placeKey)
