import { codeFlow } from '../kit/oauth.ts'
import { manifest } from './manifest.ts'
import { identity } from './wire.ts'

const payloadOf = (token: unknown): unknown => {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return null
  }
}

/** The e-mail address of the login. It came straight from Google together with our access, so its signature proves nothing more. */
export const loginOf = (token: unknown): string | null => {
  const parsed = identity.safeParse(payloadOf(token))
  return parsed.success ? parsed.data.email : null
}

export const auth = codeFlow({
  authorizeUrl: (app) => `${app.addresses['auth'] ?? ''}/o/oauth2/v2/auth`,
  tokenUrl: (app) => `${app.addresses['token'] ?? ''}/token`,
  revokeUrl: (app) => `${app.addresses['token'] ?? ''}/revoke`,
  scopes: manifest.scopes,
  // Without these two there is no refresh token the second time somebody connects.
  consent: () => ({ access_type: 'offline', prompt: 'consent' }),
  factsOf({ scope, id_token: token }) {
    const login = loginOf(token)
    return { ...(typeof scope === 'string' ? { scope } : {}), ...(login === null ? {} : { login }) }
  },
})
