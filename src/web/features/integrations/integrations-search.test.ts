import { describe, expect, it } from 'vitest'
import { specifiedName } from '#contract/provider-spelling.ts'
import { providerTypes } from '#contract/providers.ts'
import { providerTypeFrom } from '#web/lib/provider-type.ts'
import { integrationsSearch } from './integrations-search.ts'

describe('the source that was just connected, in the address [SHELL-03]', () => {
  it.each(['active campaign', 'active_campaign', 'Active Campaign', 'active+campaign', 'active-campaign'])(
    'is understood as %j and spelled as the specification does',
    (integrated) => {
      expect(integrationsSearch({ integrated })).toEqual({ integrated: 'active campaign' })
    },
  )

  it('is spelled with spaces for every vendor, and read back', () => {
    expect(providerTypes.map(specifiedName)).toEqual([
      'hubspot',
      'facebook',
      'active campaign',
      'salesforce',
      'google',
      'ghl',
      'microsoft dynamics',
      'googlesheet',
      'airtable',
    ])
    for (const type of providerTypes) expect(providerTypeFrom(specifiedName(type))).toBe(type)
  })

  it('is left out where nobody knows it', () => {
    for (const integrated of ['pipedrive', '', 7, undefined]) expect(integrationsSearch({ integrated })).toEqual({})
  })
})
