import { homeOf } from '../kit/calls/addresses.ts'
import type { Account, OAuth, VendorApp } from '../kit/access.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { said } from '../kit/text.ts'
import { manifest } from './manifest.ts'

/** Where somebody signs in. Our secret is sent there: on hosts for sites and pages customers run code of their own. */
export const loginAt = ({ sandboxOrigin }: VendorApp, text: string): string =>
  homeOf(text, { hosts: manifest.hosts, sandboxOrigin, field: 'login' })

/** Where an organisation lives. Those without a domain of their own live at an instance such as `na1.salesforce.com`. */
export const instanceAt = ({ sandboxOrigin }: VendorApp, text: string): string =>
  homeOf(text, { hosts: ['.my.salesforce.com', '*.salesforce.com'], sandboxOrigin })

const loginOf = (app: VendorApp, facts: Readonly<Record<string, string>>): string => {
  const own = said(facts['login'])
  return own === null ? app.addresses.api : loginAt(app, own)
}

const factsOf = (about: { fields: Readonly<Record<string, string>> } | { account: Account }) =>
  'fields' in about ? about.fields : about.account.facts

export const auth: OAuth = codeFlow({
  authorizeUrl: (app, fields) => `${loginOf(app, fields)}/services/oauth2/authorize`,
  tokenUrl: (app, about) => `${loginOf(app, factsOf(about))}/services/oauth2/token`,
  revokeUrl: (app, account) => `${loginOf(app, account.facts)}/services/oauth2/revoke`,
  scopes: scopesOf(manifest),
  // Whoever is signed in to another organisation can change over.
  consent: () => ({ prompt: 'login consent' }),
  factsOf(answer) {
    const url = said(answer['instance_url'])
    return url === null ? {} : { url }
  },
})
