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

/** A line to a vendor that gives the same answer to everything. */
const lineTo = (status: number, text: string) => {
  const asked: OutboundRequest[] = []
  const outbound: Outbound = {
    send: async (request) => {
      asked.push(request)
      return { status, headers: {}, text }
    },
    close: async () => {},
  }
  const budget = { take: async () => {}, pause: async () => {} }
  const line = openAppSession({ connector: salesforce, app, outbound, budget, wait: async () => {} })
  return { line, asked }
}

describe('A vendor that refuses to renew our access', () => {
  it.each([
    [400, 'invalid_grant'],
    [401, 'invalid_grant'],
    [400, 'interaction_required'],
    [400, 'consent_required'],
    [400, 'inactive_user'],
    [403, 'inactive_org'],
  ])('has ended it when it says %i %s: somebody has to connect again [SYNC-09]', async (status, error) => {
    const { line } = lineTo(status, JSON.stringify({ error }))
    await expect(codeFlow(flow).renew?.(line, 'refresh', account)).rejects.toMatchObject({ kind: 'auth_lost', status })
  })

  it.each([
    [401, '{"error":"invalid_client"}'],
    [400, '{"error":"unauthorized_client"}'],
    [400, '{"error":"invalid_client_id"}'],
    [403, 'Forbidden'],
    [404, '<html>'],
    [408, ''],
  ])('has not ended it with %i %s: the operator has to look, and is not waited for', async (status, text) => {
    const { line, asked } = lineTo(status, text)
    const message = expect.stringMatching(/The operator of this installation has to check .* You don't need to reconnect\.$/)
    await expect(codeFlow(flow).renew?.(line, 'refresh', account)).rejects.toMatchObject({ kind: 'unavailable', status, message })
    expect(asked).toHaveLength(1)
  })
})

describe('Access that is given back', () => {
  const revokedWith = async (change: Partial<CodeFlow>, tokens: { accessToken: string | null; refreshToken: string | null }) => {
    const { line, asked } = lineTo(200, '{}')
    await codeFlow({ ...flow, ...change }).revoke?.(line, tokens, account)
    return Object.fromEntries(new URLSearchParams(asked[0]?.body))
  }

  it('is named by its kind where the vendor asks for it, and nowhere else', async () => {
    const both = { accessToken: 'a', refreshToken: 'r' }
    expect(await revokedWith({ hintsWhenRevoking: true }, both)).toMatchObject({ token: 'r', token_type_hint: 'refresh_token' })
    const one = { accessToken: 'a', refreshToken: null }
    expect(await revokedWith({ hintsWhenRevoking: true }, one)).toMatchObject({ token: 'a', token_type_hint: 'access_token' })
    expect(Object.keys(await revokedWith({}, both))).toEqual(['token', 'client_id', 'client_secret'])
  })
})
