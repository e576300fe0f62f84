import { describe, expect, it } from 'vitest'
import { providerTypes, type ProviderType } from '#contract/providers.ts'
import { connectorOf, connectors } from './registry.ts'
import { describeConformance } from './testing/conformance/suite.ts'

/** How many records the vendor sends at once, so that an account can be made that needs several pages. */
const pageSizes: Record<ProviderType, number> = {
  hubspot: 100,
  salesforce: 2000,
  microsoft_dynamics: 1000,
  active_campaign: 100,
  ghl: 100,
  googlesheet: 2000,
  airtable: 100,
  facebook: 500,
  google: 500,
}

describe('the registry', () => {
  it('has a connector for every vendor of the specification [SYNC-01]', () => {
    expect(connectors.map(({ manifest }) => manifest.type).toSorted()).toEqual([...providerTypes].toSorted())
  })

  it.each(providerTypes)('describes %s completely: what it asks for, what it brings, how fast it may be asked', (type) => {
    const connector = connectorOf(type)
    const { streams, manifest } = connector ?? { streams: [], manifest: undefined }
    expect(streams.length).toBeGreaterThan(0)
    expect(manifest?.limit.requests).toBeGreaterThan(0)
    expect(manifest?.logo.paths.length).toBeGreaterThan(0)
    expect(new Set(streams.map(({ name }) => name)).size).toBe(streams.length)
  })
})

for (const connector of connectors) describeConformance(connector, { pageSize: pageSizes[connector.manifest.type] })
