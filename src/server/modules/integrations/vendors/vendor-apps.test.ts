import { describe, expect, it } from 'vitest'
import { createVendorApps, vendorOf, type VendorSettings } from './vendor-apps.ts'

/** No vendor is called here: only which applications are known. */
const vendorsWith = (vendors: Record<string, string>, sandboxUrl: string | null = null) =>
  createVendorApps({ vendors, sandboxUrl, publicUrl: 'https://app.example.com', keepsLimits: true } as VendorSettings)

const ours = { HUBSPOT_CLIENT_ID: 'our-id', HUBSPOT_CLIENT_SECRET: 'our-secret' }

describe('The vendors of an installation', () => {
  it('are those whose application the operator configured', () => {
    const vendors = vendorsWith(ours)
    expect(vendors.appOf('hubspot')).toMatchObject({
      clientId: 'our-id',
      redirectUri: 'https://app.example.com/integrations/callback/hubspot',
      addresses: { api: 'https://api.hubapi.com' },
      sandboxOrigin: null,
    })
    expect(vendors.appOf('salesforce')).toBe(null)
    expect(() => vendorOf(vendors, 'salesforce')).toThrow(/No OAuth URL returned from server/)
  })

  it('need both id and secret: one of them is not enough', () => {
    expect(vendorsWith({ HUBSPOT_CLIENT_ID: 'our-id' }).appOf('hubspot')).toBe(null)
  })

  it('are all at the sandboxes if these run, except those that were set up', () => {
    const vendors = vendorsWith(ours, 'http://localhost:8401')
    expect(vendors.appOf('hubspot')?.sandboxOrigin).toBe(null)
    expect(vendors.appOf('microsoft_dynamics')).toMatchObject({
      sandboxOrigin: 'http://localhost:8401',
      addresses: { api: 'http://localhost:8401/microsoft-dynamics' },
    })
  })

  it('may have other addresses', () => {
    const app = vendorsWith({ ...ours, HUBSPOT_API_URL: 'https://api-eu1.hubapi.com' }).appOf('hubspot')
    expect(app?.addresses.api).toBe('https://api-eu1.hubapi.com')
  })

  it('may have a login configuration at Facebook, and need none [SYNC-05]', () => {
    const app = { FACEBOOK_CLIENT_ID: 'our-id', FACEBOOK_CLIENT_SECRET: 'our-secret' }
    expect(vendorsWith(app).appOf('facebook')?.secrets).toEqual({ CONFIG_ID: '' })
    expect(vendorsWith({ ...app, FACEBOOK_CONFIG_ID: '42' }).appOf('facebook')?.secrets).toEqual({ CONFIG_ID: '42' })
  })

  it.each(['HUBSPOT_CLIENTID', 'MYSPACE_CLIENT_ID', 'ACTIVE_CAMPAIGN_CLIENT_ID'])(
    'are not configured by an unknown name: %s',
    (name) => {
      expect(() => vendorsWith({ [name]: 'x' })).toThrow(`VENDOR_${name} is not known`)
    },
  )
})
