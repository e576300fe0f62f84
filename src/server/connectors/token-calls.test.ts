import { describe, expect, it } from 'vitest'
import type { Outbound, OutboundRequest } from '#server/platform/outbound/send.ts'
import { salesforce } from './salesforce/index.ts'
import type { VendorApp } from './kit/access.ts'
import { openAppSession } from './kit/calls/session.ts'
import { codeFlow, type CodeFlow } from './kit/calls/oauth.ts'

const app: VendorApp = {
  clientId: 'our id',
  clientSecret: 'our secret',
  addresses: { api: 'https://login.vendor.example' },
  secrets: {},
  redirectUri: 'https://tributary.example/back',
  sandboxOrigin: null,
}
const account = { hubId: '1', name: 'Acme', url: null, managerAccount: null, managerAccountId: null, facts: {} }
const flow: CodeFlow = {
  authorizeUrl: ({ addresses }) => `${addresses.api}/authorize`,
  tokenUrl: ({ addresses }) => `${addresses.api}/token`,
  revokeUrl: ({ addresses }) => `${addresses.api}/revoke`,
  scopes: [],
}

/** A session with a vendor that gives the same answer to everything. */
const sessionWith = (status: number, text: string) => {
  const requests: OutboundRequest[] = []
  const outbound: Outbound = {
    send: async (request) => {
      requests.push(request)
      return { status, headers: {}, text }
    },
    close: async () => {},
  }
  const budget = { take: async () => {}, pause: async () => {} }
  const session = openAppSession({ connector: salesforce, app, outbound, budget, wait: async () => {} })
  return { session, requests }
}

describe('A vendor that refuses to renew our access', () => {
  it.each([
    [400, 'invalid_grant'],
    [401, 'invalid_grant'],
    [400, 'interaction_required'],
    [400, 'consent_required'],
    [400, 'inactive_user'],
    [403, 'inactive_org'],
  ])('has ended it when it says %i %s: a user has to reconnect [SYNC-09]', async (status, error) => {
    const { session } = sessionWith(status, JSON.stringify({ error }))
    await expect(codeFlow(flow).renew?.(session, 'refresh', account)).rejects.toMatchObject({ kind: 'auth_lost', status })
  })

  it.each([
    [401, '{"error":"invalid_client"}'],
    [400, '{"error":"unauthorized_client"}'],
    [400, '{"error":"invalid_client_id"}'],
    [403, 'Forbidden'],
    [404, '<html>'],
    [408, ''],
  ])('has not ended it with %i %s: the operator has to fix it, and the call is not repeated', async (status, text) => {
    const { session, requests } = sessionWith(status, text)
    const message = expect.stringMatching(/The operator of this installation has to check .* You don't need to reconnect\.$/)
    await expect(codeFlow(flow).renew?.(session, 'refresh', account)).rejects.toMatchObject({
      kind: 'unavailable',
      status,
      message,
    })
    expect(requests).toHaveLength(1)
  })
})

describe('Access that is revoked', () => {
  const revokedWith = async (change: Partial<CodeFlow>, tokens: { accessToken: string | null; refreshToken: string | null }) => {
    const { session, requests } = sessionWith(200, '{}')
    await codeFlow({ ...flow, ...change }).revoke?.(session, tokens, account)
    return Object.fromEntries(new URLSearchParams(requests[0]?.body))
  }

  it('is named by its kind if the vendor requires that, and only then', async () => {
    const both = { accessToken: 'a', refreshToken: 'r' }
    expect(await revokedWith({ hintsWhenRevoking: true }, both)).toMatchObject({ token: 'r', token_type_hint: 'refresh_token' })
    const one = { accessToken: 'a', refreshToken: null }
    expect(await revokedWith({ hintsWhenRevoking: true }, one)).toMatchObject({ token: 'a', token_type_hint: 'access_token' })
    expect(Object.keys(await revokedWith({}, both))).toEqual(['token', 'client_id', 'client_secret'])
  })
})
