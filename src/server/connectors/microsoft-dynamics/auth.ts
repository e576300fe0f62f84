import { homeOf } from '../kit/calls/addresses.ts'
import type { Account, OAuth, VendorApp } from '../kit/access.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { manifest } from './manifest.ts'

/** The address of an environment, from any part of an address that a user copied. */
export const environmentOf = (text: string, sandboxOrigin: string | null): string =>
  homeOf(text, { hosts: manifest.hosts, sandboxOrigin, field: 'url' })

/** Access is requested for one environment: its address is part of the scope. */
const scopeOf = (address: string): { scope: string } => ({
  scope: `${address.trim().replace(/(?<!\/)\/+$/, '')}/user_impersonation offline_access`,
})
const addressIn = (about: { fields: Readonly<Record<string, string>> } | { account: Account }): string =>
  'fields' in about ? (about.fields['url'] ?? '') : (about.account.url ?? about.account.facts['url'] ?? '')

const flow = codeFlow({
  authorizeUrl: (app) => `${app.addresses.api}/organizations/oauth2/v2.0/authorize`,
  tokenUrl: (app) => `${app.addresses.api}/organizations/oauth2/v2.0/token`,
  scopes: scopesOf(manifest),
  consent: (fields) => ({ response_mode: 'query', prompt: 'select_account', ...scopeOf(fields['url'] ?? '') }),
  token: (about) => scopeOf(addressIn(about)),
})

const cleaned = (app: VendorApp, fields: Readonly<Record<string, string>>): Record<string, string> => ({
  ...fields,
  url: environmentOf(fields['url'] ?? '', app.sandboxOrigin),
})

export const auth: OAuth = {
  ...flow,
  consentUrl: (app, consent) => flow.consentUrl(app, { ...consent, fields: cleaned(app, consent.fields) }),
  async exchange(session, grant) {
    const fields = cleaned(session.app, grant.fields)
    const tokens = await flow.exchange(session, { ...grant, fields })
    return { ...tokens, facts: { url: fields['url'] ?? '' } }
  },
}
