import { addressOf } from '../kit/app.ts'
import type { Account } from '../kit/access.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { said } from '../kit/text.ts'
import { manifest } from './manifest.ts'

/** Whether the tokens are those of an agency, which read no location themselves. */
export const isOfAgency = ({ facts }: Pick<Account, 'facts'>): boolean => said(facts['login_id']) !== null

/** Refresh tokens are good for one use: the answer always brings the next one. */
export const auth = codeFlow({
  authorizeUrl: (app) => `${addressOf(app, 'marketplace')}/v2/oauth/chooselocation`,
  tokenUrl: ({ addresses }) => `${addresses.api}/oauth/token`,
  scopes: scopesOf(manifest),
  consent: () => ({ loginWindowOpenMode: 'self' }),
  // Only the answer tells whether somebody chose one location or installed for an agency. A renewal has to name it.
  token: (about) => ('account' in about ? { user_type: isOfAgency(about.account) ? 'Company' : 'Location' } : {}),
  factsOf: ({ userType, locationId, companyId }) => ({
    locationId: userType === 'Company' ? '' : (said(locationId) ?? ''),
    companyId: said(companyId) ?? '',
  }),
})
