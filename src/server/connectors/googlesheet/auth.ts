import { addressOf } from '../kit/app.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow, loginOf } from '../kit/calls/oauth.ts'
import { manifest } from './manifest.ts'
import { sheetAt } from './sheet-location.ts'

export const auth = codeFlow({
  authorizeUrl(app, fields) {
    // A wrong address is reported before the user is sent to Google. Without one, the sheet is chosen afterwards.
    if (fields['url'] !== undefined) sheetAt(app, fields['url'])
    return `${addressOf(app, 'auth')}/o/oauth2/v2/auth`
  },
  tokenUrl: (app) => `${addressOf(app, 'token')}/token`,
  revokeUrl: (app) => `${addressOf(app, 'token')}/revoke`,
  scopes: scopesOf(manifest),
  // Without these two there is no refresh token when a user connects for the second time.
  consent: () => ({ access_type: 'offline', prompt: 'consent' }),
  factsOf: ({ scope, id_token: token }) => ({ ...(typeof scope === 'string' ? { scope } : {}), ...loginOf(token) }),
})
