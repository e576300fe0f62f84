import { describe, expect, it } from 'vitest'
import type { OutboundRequest } from '#server/platform/outbound/send.ts'
import type { OAuth, VendorApp } from '../kit/access.ts'
import { openAppSession } from '../kit/calls/session.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { salesforce } from './index.ts'

const bench = benchForFile(salesforce)
const auth = salesforce.auth as OAuth

const account = { hubId: '00D', name: 'Acme', url: null, managerAccount: null, managerAccountId: null, facts: {} }
/** Outside the sandbox. */
const live = (): VendorApp => ({ ...bench.app, sandboxOrigin: null, addresses: { api: 'https://login.salesforce.com' } })

/** Where our secret would be sent for a login address that Mallory typed. */
const secretGoesTo = async (login: string): Promise<string[]> => {
  const sent: string[] = []
  const outbound = {
    send: async ({ url, body = '' }: OutboundRequest) => {
      if (new URLSearchParams(body).has('client_secret')) sent.push(url)
      return { status: 400, headers: {}, text: '{"error":"invalid_grant"}' }
    },
    close: async () => {},
  }
  const appSession = openAppSession({ ...bench.sessionSettings, app: live(), outbound })
  await auth.exchange(appSession, { code: 'c', verifier: 'v', fields: { login } }).catch(() => undefined)
  await auth.renew?.(appSession, 'refresh', { ...account, facts: { login } }).catch(() => undefined)
  return sent
}

describe('The address at which users sign in', () => {
  it.each([
    ['acme.my.salesforce.com', 'https://acme.my.salesforce.com'],
    ['https://acme--dev.sandbox.my.salesforce.com/', 'https://acme--dev.sandbox.my.salesforce.com'],
    ['https://test.salesforce.com', 'https://test.salesforce.com'],
    // A path or query after the host would send the secret to the customer's own code.
    ['https://acme.my.salesforce.com/services/apexrest/take?x=', 'https://acme.my.salesforce.com'],
    ['https://acme.my.salesforce.com/a?b=#c', 'https://acme.my.salesforce.com'],
    ['', 'https://login.salesforce.com'],
  ])('is one of Salesforce, without anything after the host: %s', async (login, home) => {
    expect(await secretGoesTo(login)).toEqual([`${home}/services/oauth2/token`, `${home}/services/oauth2/token`])
    const consent = auth.consentUrl(live(), { state: 's', challenge: 'c', fields: { login } })
    expect(consent).toMatch(new RegExp(`^${home}/services/oauth2/authorize\\?`))
  })

  it.each([
    'https://evil.my.salesforce-sites.com/services/apexrest/take',
    'https://evil.secure.force.com/p?x=',
    'https://evil.my.site.com',
    'https://evil.salesforce.com',
    'https://my.salesforce.com.evil.example',
    'https://evil.example/.salesforce.com',
  ])('never gets our secret if customers publish their own pages there: %s', async (login) => {
    expect(await secretGoesTo(login)).toEqual([])
    expect(() => auth.consentUrl(live(), { state: 's', challenge: 'c', fields: { login } })).toThrow(/doesn't belong/)
  })
})

describe('The address of an organization', () => {
  const baseAt = (url: string) => salesforce.calls.baseOf(live(), { ...account, url })

  it('is its own or an instance of Salesforce', () => {
    expect(baseAt('https://acme.my.salesforce.com')).toBe('https://acme.my.salesforce.com')
    expect(baseAt('https://na1.salesforce.com/ignored')).toBe('https://na1.salesforce.com')
  })

  it.each(['https://acme.secure.force.com', 'https://acme.my.salesforce-sites.com', 'https://a.b.salesforce.com'])(
    'is not %s',
    (url) => {
      expect(() => baseAt(url)).toThrow(/doesn't belong/)
    },
  )
})

describe('A refused token call', () => {
  it('ends our access when the grant is gone, and waits for the operator when the application is refused [SYNC-09]', async () => {
    const { account: id } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
    const { tokens, account: found } = await bench.connect(id)
    const refresh = tokens.refreshToken ?? ''
    const rotated = { ...bench.sessionSettings, app: { ...bench.app, clientSecret: 'from last year' } }
    await expect(auth.renew?.(openAppSession(rotated), refresh, found)).rejects.toMatchObject({
      kind: 'unavailable',
      status: 401,
      message: expect.stringMatching(/operator of this installation has to check its client ID, secret and redirect URLs/),
    })
    expect(bench.waited).toEqual([])
    // Once the operator has fixed it, the same access works again.
    const appSession = openAppSession(bench.sessionSettings)
    await expect(auth.renew?.(appSession, refresh, found)).resolves.toMatchObject({ accessToken: expect.any(String) })
    await expect(auth.renew?.(appSession, refresh, found)).rejects.toMatchObject({ kind: 'auth_lost', status: 400 })
  })

  it('waits for the operator too when the address of the token call is wrong', async () => {
    const { account: id } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
    const { tokens, account: found } = await bench.connect(id)
    const app = { ...bench.app, addresses: { api: `${bench.app.addresses.api}/elsewhere` } }
    const appSession = openAppSession({ ...bench.sessionSettings, app })
    await expect(auth.renew?.(appSession, tokens.refreshToken ?? '', found)).rejects.toMatchObject({
      kind: 'unavailable',
      status: 404,
    })
  })
})
