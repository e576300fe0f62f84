import { specifiedName } from '#contract/integrations/provider-spelling.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { presentOf, idFrom } from '#web/lib/address/address.ts'
import { providerTypeFrom } from '#web/lib/provider-type.ts'

export interface IntegrationsSearch {
  /** Set when the browser returns from a vendor: the type as the specification writes it, "active campaign". */
  integrated?: string
  /** The vendor that is being connected. */
  connect?: ProviderType
  /** The id of the source that is being reconnected. */
  again?: string
}

export const integrationsSearch = (search: Record<string, unknown>): IntegrationsSearch => {
  const connect = providerTypeFrom(search['connect'])
  const integrated = providerTypeFrom(search['integrated'])
  return presentOf({
    integrated: integrated && specifiedName(integrated),
    connect,
    again: connect && idFrom(search['again']),
  })
}
