import { plainType } from '#contract/provider-spelling.ts'
import { providerTypes, type ProviderType } from '#contract/providers.ts'
import { choiceFrom, textFrom } from './address/address.ts'

/** A vendor as an address names it, also in the spelling of the specification. */
export const providerTypeFrom = (value: unknown): ProviderType | undefined =>
  choiceFrom(providerTypes, plainType(textFrom(value) ?? ''))
