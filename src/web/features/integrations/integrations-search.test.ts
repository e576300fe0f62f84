import { describe, expect, it } from 'vitest'
import { specifiedName } from '#contract/integrations/provider-spelling.ts'
import { providerTypeFrom } from '#web/lib/provider-type.ts'
import { integrationsSearch } from './integrations-search.ts'

describe('The vendor that was just connected, in the address [SHELL-03]', () => {
  it.each(['active campaign', 'active_campaign', 'Active Campaign', 'active+campaign', 'active-campaign'])(
    'is understood as %j and spelled as the specification does',
    (integrated) => {
      expect(integrationsSearch({ integrated })).toEqual({ integrated: 'active campaign' })
    },
  )

  it('is spelled with spaces for every vendor, and parsed again', () => {
    expect(['hubspot', 'active_campaign', 'microsoft_dynamics', 'one_2_three'].map(specifiedName)).toEqual([
      'hubspot',
      'active campaign',
      'microsoft dynamics',
      'one 2 three',
    ])
    for (const type of ['hubspot', 'active_campaign', 'one_2_three']) expect(providerTypeFrom(specifiedName(type))).toBe(type)
  })

  it('is left out if it is not a vendor', () => {
    for (const integrated of ['<b>pipedrive</b>', '_', '../hubspot', 'x'.repeat(41), '', 7, undefined])
      expect(integrationsSearch({ integrated })).toEqual({})
  })
})
