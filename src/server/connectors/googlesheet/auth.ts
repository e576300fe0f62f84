import { z } from 'zod'
import { codeFlow } from '../kit/oauth.ts'
import { manifest } from './manifest.ts'
import { sheetAt } from './place.ts'

const identity = z.looseObject({ sub: z.string().max(255), email: z.string().max(254).optional() })

/** Whose login it is. It came straight from Google together with our access, so its signature proves nothing more. */
const loginOf = (token: unknown): Record<string, string> => {
  try {
    const payload = Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()
    const { sub, email } = identity.parse(JSON.parse(payload))
    return { login_id: sub, ...(email === undefined ? {} : { login: email }) }
  } catch {
    return {}
  }
}

export const auth = codeFlow({
  authorizeUrl(app, fields) {
    // Somebody with a wrong address should hear of it before they are sent to Google.
    sheetAt(app, fields['url'] ?? '')
    return `${app.addresses['auth'] ?? ''}/o/oauth2/v2/auth`
  },
  tokenUrl: (app) => `${app.addresses['token'] ?? ''}/token`,
  revokeUrl: (app) => `${app.addresses['token'] ?? ''}/revoke`,
  scopes: manifest.scopes,
  // Without these two there is no refresh token the second time somebody connects.
  consent: () => ({ access_type: 'offline', prompt: 'consent' }),
  factsOf: ({ scope, id_token: token }) => ({ ...(typeof scope === 'string' ? { scope } : {}), ...loginOf(token) }),
})
