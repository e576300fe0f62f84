import type { listIntegrations } from '#contract/integrations.ts'
import type { Reply } from '#contract/route.ts'
import { localCache } from '#web/lib/browser-cache.ts'
import { integrationsKey } from '#web/lib/local-cache.ts'

export type Integrations = Reply<typeof listIntegrations>

export const integrationsQueryKey = ['integrations']

/** What is read, and what is not read at present: the two halves of the list. */
export const rememberedAs = () => ({
  active: integrationsKey(location.host, true),
  others: integrationsKey(location.host, false),
})

export const forgetIntegrations = () => localCache.invalidate(...Object.values(rememberedAs()))
