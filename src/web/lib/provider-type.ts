import { plainType, vendorTypeForm } from '#contract/integrations/provider-spelling.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { textFrom } from './address/address.ts'

/** A vendor from the address, also in the spelling of the specification. The list of connectors decides whether it exists. */
export const providerTypeFrom = (value: unknown): ProviderType | undefined => {
  const type = plainType(textFrom(value) ?? '')
  return vendorTypeForm.test(type) ? type : undefined
}
