import { providerTypes, type ProviderType } from '#contract/providers.ts'

export interface IntegrationsSearch {
  /** Set by the server when the browser comes back from a provider. */
  integrated?: ProviderType
}

export const integrationsSearch = (search: Record<string, unknown>): IntegrationsSearch => {
  const integrated = providerTypes.find((type) => type === search['integrated'])
  return integrated ? { integrated } : {}
}
