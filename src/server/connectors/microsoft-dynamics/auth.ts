import { homeOf } from '../kit/calls/addresses.ts'
import type { Account, OAuth, VendorApp } from '../kit/access.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { manifest } from './manifest.ts'

/** Where an environment lives, however much of an address somebody has copied. */
export const environmentOf = (text: string, sandboxOrigin: string | null): string =>
  homeOf(text, { hosts: manifest.hosts, sandboxOrigin, field: 'url' })

/** Access is asked for one environment: its address is a part of the scope. */
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
  async exchange(line, grant) {
    const fields = cleaned(line.app, grant.fields)
    const tokens = await flow.exchange(line, { ...grant, fields })
    return { ...tokens, facts: { url: fields['url'] ?? '' } }
  },
}
