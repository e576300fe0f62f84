import { plainType, vendorTypeForm } from '#contract/integrations/provider-spelling.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { textFrom } from './address/address.ts'

/** A vendor as an address names it, also in the spelling of the specification. Whether there is such a vendor, the list of connectors says. */
export const providerTypeFrom = (value: unknown): ProviderType | undefined => {
  const type = plainType(textFrom(value) ?? '')
  return vendorTypeForm.test(type) ? type : undefined
}
