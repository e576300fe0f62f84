import type { Connector } from '#server/connectors/kit/connector.ts'
import type { Refusal } from '#server/connectors/kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '#server/connectors/kit/calls/http.ts'
import { scopesOf } from '#server/connectors/kit/manifest.ts'
import { codeFlow } from '#server/connectors/kit/calls/oauth.ts'
import { manifest } from './manifest.ts'
import { countSpend, spend } from './spend.ts'
import * as wire from './wire.ts'

const lost: Refusal = { kind: 'auth_lost', message: 'Kestrel Ads revoked our access. Reconnect to resume syncing.' }

const refusalOf = ({ status, headers, body }: VendorAnswer): Refusal | null => {
  if (status === 429)
    return { kind: 'rate_limited', message: 'Kestrel Ads asked us to slow down.', retryAfterMs: retryAfterOf(headers) }
  if (status !== 401) return null
  const isExpired = (body as { error?: unknown } | undefined)?.error === 'expired'
  return isExpired ? { ...lost, kind: 'token_expired' } : lost
}

export const kestrelAds: Connector = {
  manifest,
  auth: codeFlow({
    authorizeUrl: ({ addresses }) => `${addresses.api}/oauth/authorize`,
    tokenUrl: ({ addresses }) => `${addresses.api}/oauth/token`,
    revokeUrl: ({ addresses }) => `${addresses.api}/oauth/revoke`,
    scopes: scopesOf(manifest),
  }),
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: ({ addresses }) => addresses.api,
    refusalOf,
  },
  async identify({ account, http }) {
    const { user_id: login, email } = await http.get(wire.profile, { path: '/v1/me', about: 'the login' })
    return { ...account, name: account.name || email, facts: { login_id: login } }
  },
  read: { streams: [spend] },
  adAccounts: {
    async list({ http }) {
      const { accounts } = await http.get(wire.accounts, { path: '/v1/accounts', about: 'ad accounts' })
      return accounts.map(({ id, name, advertiser_id: businessId, currency, is_active: isActive }) => {
        return { id, name, businessId, currency, isActive }
      })
    },
    async businesses({ http }) {
      return (await http.get(wire.advertisers, { path: '/v1/advertisers', about: 'advertisers' })).advertisers
    },
    countSpend,
  },
}
