import { describe, expect, it } from 'vitest'
import { chooses, objectsOf, streamsOf } from './kit/connector.ts'
import { allConnectors } from './registry.ts'
import { describeConformance } from './testing/conformance/suite.ts'

const specified = [
  'active_campaign',
  'airtable',
  'facebook',
  'ghl',
  'google',
  'googlesheet',
  'hubspot',
  'microsoft_dynamics',
  'salesforce',
]

describe('The registry', () => {
  it('has a connector for every vendor of the specification [SYNC-01]', () => {
    expect(
      allConnectors()
        .map(({ manifest }) => manifest.type)
        .toSorted(),
    ).toEqual(specified)
  })

  it.each(allConnectors().map((connector) => [connector.manifest.type, connector] as const))(
    'describes %s completely: its fields, its records, its rate limit',
    (_type, connector) => {
      const { manifest } = connector
      const streams = streamsOf(connector)
      expect(streams.length).toBeGreaterThan(0)
      expect(manifest.limit.requests).toBeGreaterThan(0)
      expect(manifest.logo.paths.length).toBeGreaterThan(0)
      expect(new Set(streams.map(({ name }) => name)).size).toBe(streams.length)
      for (const words of Object.values(manifest.scopes)) expect(words).toMatch(/^[A-Z].{8,}[^.]$/)
    },
  )

  it.each(allConnectors().map((connector) => [connector.manifest.type, connector] as const))(
    'describes %s as its groups of abilities do',
    (_type, connector) => {
      const { abilities } = connector.manifest
      expect({
        contacts: abilities.includes('contacts'),
        opportunities: abilities.includes('opportunities'),
        webhooks: abilities.includes('webhooks'),
        mapping: abilities.includes('mapping'),
        spend: abilities.includes('spend'),
      }).toEqual({
        contacts: objectsOf(connector).includes('contact'),
        opportunities: objectsOf(connector).includes('opportunity'),
        webhooks: connector.webhook !== undefined,
        mapping: chooses(connector) === 'table',
        spend: chooses(connector) === 'ad_account',
      })
    },
  )
})

for (const connector of allConnectors()) describeConformance(connector)
