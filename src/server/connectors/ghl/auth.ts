import { addressOf } from '../kit/app.ts'
import { codeFlow } from '../kit/oauth.ts'
import { said } from '../kit/text.ts'
import { manifest } from './manifest.ts'

/** Refresh tokens are good for one use: the answer always brings the next one. */
export const auth = codeFlow({
  authorizeUrl: (app) => `${addressOf(app, 'marketplace')}/v2/oauth/chooselocation`,
  tokenUrl: ({ addresses }) => `${addresses.api}/oauth/token`,
  scopes: manifest.scopes,
  consent: () => ({ loginWindowOpenMode: 'self' }),
  token: () => ({ user_type: 'Location' }),
  factsOf: (answer) => ({ locationId: said(answer['locationId']) ?? '', companyId: said(answer['companyId']) ?? '' }),
})
