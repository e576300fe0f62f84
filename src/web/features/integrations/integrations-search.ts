import { providerTypes, type ProviderType } from '#contract/providers.ts'
import { choiceFrom, given, idFrom } from '#web/lib/address.ts'

export interface IntegrationsSearch {
  /** Set when the browser comes back from a provider. */
  integrated?: ProviderType
  /** The source that is being connected. */
  connect?: ProviderType
  /** The one that is being connected again. */
  again?: string
}

export const integrationsSearch = (search: Record<string, unknown>): IntegrationsSearch => {
  const connect = choiceFrom(providerTypes, search['connect'])
  return given({
    integrated: choiceFrom(providerTypes, search['integrated']),
    connect,
    again: connect && idFrom(search['again']),
  })
}
