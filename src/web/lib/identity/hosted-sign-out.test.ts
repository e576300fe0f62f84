import { describe, expect, it } from 'vitest'
import { hostedSignOutUrl } from './hosted-sign-out.ts'

const hosted = {
  domain: 'login.tributary.example.com',
  signOutUrls: ['https://other.example.com/', 'https://app.tributary.example.com/?signed-out'],
}
const from = (origin: string) => hostedSignOutUrl({ hosted, clientId: 'client-1', origin })

describe('Signing out on the hosted pages of the provider', () => {
  it('sends the client id and the allowed address of this site, character by character [GATE-19]', () => {
    const address = new URL(from('https://app.tributary.example.com') ?? '')
    expect(address.origin + address.pathname).toBe('https://login.tributary.example.com/logout')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client-1',
      logout_uri: 'https://app.tributary.example.com/?signed-out',
    })
  })

  it('has no address for a site that no allowed address belongs to [GATE-19]', () => {
    expect(from('https://app.tributary.example.com.evil.example')).toBeUndefined()
    expect(from('http://app.tributary.example.com')).toBeUndefined()
    expect(
      hostedSignOutUrl({ hosted: { ...hosted, signOutUrls: ['not an address'] }, clientId: 'x', origin: 'null' }),
    ).toBeUndefined()
  })
})
