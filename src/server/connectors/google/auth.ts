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

/** Whose login it is. It came straight from Google together with our access, so its signature proves nothing more. */
export const loginOf = (token: unknown): Record<string, string> => {
  const { data } = identity.safeParse(payloadOf(token))
  if (!data) return {}
  return { login: data.email, ...(data.sub === undefined ? {} : { login_id: data.sub }) }
}

export const auth = codeFlow({
  authorizeUrl: (app) => `${app.addresses['auth'] ?? ''}/o/oauth2/v2/auth`,
  tokenUrl: (app) => `${app.addresses['token'] ?? ''}/token`,
  revokeUrl: (app) => `${app.addresses['token'] ?? ''}/revoke`,
  scopes: manifest.scopes,
  // Without these two there is no refresh token the second time somebody connects.
  consent: () => ({ access_type: 'offline', prompt: 'consent' }),
  factsOf: ({ scope, id_token: token }) => ({ ...(typeof scope === 'string' ? { scope } : {}), ...loginOf(token) }),
})
