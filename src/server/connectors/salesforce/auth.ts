import { homeOf } from '../kit/calls/addresses.ts'
import type { Account, OAuth, VendorApp } from '../kit/access.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { textOrNull } from '../kit/text.ts'
import { manifest } from './manifest.ts'

/** Where a user signs in. Our secret is sent there: on hosts for sites and pages customers run their own code. */
export const loginAt = ({ sandboxOrigin }: VendorApp, text: string): string =>
  homeOf(text, { hosts: manifest.hosts, sandboxOrigin, field: 'login' })

/** The address of an organization. Those without their own domain are at an instance such as `na1.salesforce.com`. */
export const instanceAt = ({ sandboxOrigin }: VendorApp, text: string): string =>
  homeOf(text, { hosts: ['.my.salesforce.com', '*.salesforce.com'], sandboxOrigin })

const loginOf = (app: VendorApp, facts: Readonly<Record<string, string>>): string => {
  const own = textOrNull(facts['login'])
  return own === null ? app.addresses.api : loginAt(app, own)
}

const factsOf = (about: { fields: Readonly<Record<string, string>> } | { account: Account }) =>
  'fields' in about ? about.fields : about.account.facts

export const auth: OAuth = codeFlow({
  authorizeUrl: (app, fields) => `${loginOf(app, fields)}/services/oauth2/authorize`,
  tokenUrl: (app, about) => `${loginOf(app, factsOf(about))}/services/oauth2/token`,
  revokeUrl: (app, account) => `${loginOf(app, account.facts)}/services/oauth2/revoke`,
  scopes: scopesOf(manifest),
  // A user who is signed in to another organization can switch.
  consent: () => ({ prompt: 'login consent' }),
  factsOf(answer) {
    const url = textOrNull(answer['instance_url'])
    return url === null ? {} : { url }
  },
})
