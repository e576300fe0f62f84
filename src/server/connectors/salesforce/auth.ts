import { checkAddress } from '../kit/addresses.ts'
import type { Account, OAuth, VendorApp } from '../kit/connector.ts'
import { codeFlow } from '../kit/oauth.ts'
import { said } from '../kit/text.ts'
import { manifest } from './manifest.ts'

/** An address that must belong to Salesforce, without a slash at its end. */
export const checked = (app: VendorApp, text: string): string =>
  checkAddress(text, { hosts: manifest.hosts, sandboxOrigin: app.sandboxOrigin }).href.replace(/[/?#]+$/, '')

const loginOf = (app: VendorApp, facts: Readonly<Record<string, string>>): string => {
  const own = said(facts['login'])
  return own === null ? app.addresses.api : checked(app, own)
}

const factsOf = (about: { fields: Readonly<Record<string, string>> } | { account: Account }) =>
  'fields' in about ? about.fields : about.account.facts

export const auth: OAuth = codeFlow({
  authorizeUrl: (app, fields) => `${loginOf(app, fields)}/services/oauth2/authorize`,
  tokenUrl: (app, about) => `${loginOf(app, factsOf(about))}/services/oauth2/token`,
  revokeUrl: (app, account) => `${loginOf(app, account.facts)}/services/oauth2/revoke`,
  scopes: manifest.scopes,
  // Whoever is signed in to another organisation can change over.
  consent: () => ({ prompt: 'login consent' }),
  factsOf(answer) {
    const url = said(answer['instance_url'])
    return url === null ? {} : { url }
  },
})
