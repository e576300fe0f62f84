import { addressOf } from '../kit/app.ts'
import type { Account } from '../kit/access.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { textOrNull } from '../kit/text.ts'
import { manifest } from './manifest.ts'

/** Whether the tokens belong to an agency, which cannot read a location with them. */
export const isOfAgency = ({ facts }: Pick<Account, 'facts'>): boolean => textOrNull(facts['login_id']) !== null

/** Refresh tokens can be used once: the answer always contains the next one. */
export const auth = codeFlow({
  authorizeUrl: (app) => `${addressOf(app, 'marketplace')}/v2/oauth/chooselocation`,
  tokenUrl: ({ addresses }) => `${addresses.api}/oauth/token`,
  scopes: scopesOf(manifest),
  consent: () => ({ loginWindowOpenMode: 'self' }),
  // Only the answer tells whether the user chose one location or installed for an agency. A renewal has to name it.
  token: (about) => ('account' in about ? { user_type: isOfAgency(about.account) ? 'Company' : 'Location' } : {}),
  factsOf: ({ userType, locationId, companyId }) => ({
    locationId: userType === 'Company' ? '' : (textOrNull(locationId) ?? ''),
    companyId: textOrNull(companyId) ?? '',
  }),
})
