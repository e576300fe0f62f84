import { createHash, randomBytes } from 'node:crypto'
import { vendorAppOf } from '#server/connectors/kit/app.ts'
import { openAppSession, openSession, type SessionSettings } from '#server/connectors/kit/calls/session.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import { createOutbound } from '#server/platform/outbound/send.ts'

const free = { take: async () => {}, pause: async () => {} }
const noAccount = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} }

/** A connector with access to an account of the sandbox, without the product around it. */
export const startSession = async (sandboxUrl: string, account: string) => {
  const connector = connectorOf('hubspot')
  const app = connector && vendorAppOf(connector.manifest, { vendors: {}, sandboxUrl, publicUrl: 'http://localhost:1' })
  if (!connector || !app || connector.auth.kind !== 'oauth') throw new Error('There is no such vendor')
  const line: SessionSettings = { connector, app, outbound: createOutbound({ trusted: [sandboxUrl] }), budget: free }
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const back = await giveConsent(connector.auth.consentUrl(app, { state: 's', challenge, fields: {} }), account)
  const code = back.searchParams.get('code') ?? ''
  const tokens = await connector.auth.exchange(openAppSession(line), { code, verifier, fields: {} })
  const keys = { current: async () => tokens.accessToken, renew: async () => tokens.accessToken }
  const first = openSession(line, { account: noAccount, keys, sync: {} })
  const known = await connector.identify(first, tokens)
  return { connector, session: openSession(line, { account: known, keys, sync: {} }) }
}
