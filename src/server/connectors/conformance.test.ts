import { describe, expect, it } from 'vitest'
import { providerTypes, type ProviderType } from '#contract/providers.ts'
import { connectorOf, connectors } from './registry.ts'
import type { Facts } from './testing/conformance/source.ts'
import { describeConformance } from './testing/conformance/suite.ts'

const facts: Record<ProviderType, Facts> = {
  hubspot: { pageSize: 100 },
  salesforce: { pageSize: 2000 },
  microsoft_dynamics: { pageSize: 1000 },
  active_campaign: { pageSize: 100 },
  ghl: { pageSize: 100, oddField: 'company' },
  googlesheet: { pageSize: 2000 },
  airtable: { pageSize: 100 },
  facebook: { pageSize: 500 },
  google: { pageSize: 500 },
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

for (const connector of connectors) describeConformance(connector, facts[connector.manifest.type])
