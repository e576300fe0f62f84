import { expect, test } from 'vitest'
import type { Outbound } from '#server/platform/outbound/send.ts'
import { addressOf, vendorAppOf } from '../kit/app.ts'
import { openAppSession } from '../kit/calls/session.ts'
import { auth } from './auth.ts'
import { google } from './index.ts'

test("outside the sandbox users give consent at Google's accounts, and tokens come from another host", async () => {
  const vendors = { GOOGLE_CLIENT_ID: 'our id', GOOGLE_CLIENT_SECRET: 'our secret', GOOGLE_DEVELOPER_TOKEN: 'ours' }
  const app = vendorAppOf(google.manifest, { vendors, sandboxUrl: null, publicUrl: 'https://tributary.example' })
  if (!app) throw new Error('This installation is known to Google')
  const consent = new URL(auth.consentUrl(app, { state: 's', challenge: 'c', fields: {} }))
  expect(consent.origin + consent.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(Object.fromEntries(consent.searchParams)).toMatchObject({ access_type: 'offline', prompt: 'consent' })

  const requested: string[] = []
  const outbound: Outbound = {
    send: async ({ url }) => {
      requested.push(url)
      return { status: 200, headers: {}, text: '{"access_token":"a","expires_in":3599}' }
    },
    close: async () => {},
  }
  const budget = { take: async () => {}, pause: async () => {} }
  await auth.exchange(openAppSession({ connector: google, app, outbound, budget }), {
    code: 'c',
    verifier: 'v',
    fields: {},
  })
  expect(requested).toEqual(['https://oauth2.googleapis.com/token'])
  expect(google.calls.authorize('a', { app, account })).toMatchObject({ 'developer-token': 'ours' })
})

test('no user is sent to an address that the vendor does not have', () => {
  const urls = { sandboxUrl: 'http://localhost:8401', publicUrl: 'http://localhost:8400' }
  const app = vendorAppOf(google.manifest, { vendors: {}, ...urls })
  if (!app) throw new Error('The sandbox knows us')
  expect(addressOf(app, 'token')).toBe('http://localhost:8401/google')
  expect(() => addressOf(app, 'marketplace')).toThrow('no address marketplace')
})

const account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} }
