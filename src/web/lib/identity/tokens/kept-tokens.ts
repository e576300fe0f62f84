// Reads the tokens that the identity provider's client stores in cookies, before that client has loaded.
import { claimsOf } from './claims.ts'

interface KeptTokens {
  accessToken: string
  email: string
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const cookiesOf = (text: string) =>
  new Map(
    text.split('; ').map((pair) => {
      const end = pair.indexOf('=')
      return [decoded(pair.slice(0, end)), decoded(pair.slice(end + 1))] as const
    }),
  )

const safely = 10_000

/** Undefined unless there is a token that does not expire within moments; only the server verifies it. */
export const keptTokens = (cookies: string, clientId: string): KeptTokens | undefined => {
  const kept = cookiesOf(cookies)
  const ofClient = `CognitoIdentityServiceProvider.${clientId}`
  const user = kept.get(`${ofClient}.LastAuthUser`)
  const accessToken = kept.get(`${ofClient}.${user}.accessToken`)
  const { exp } = claimsOf(accessToken)
  const { email } = claimsOf(kept.get(`${ofClient}.${user}.idToken`))
  if (!accessToken || typeof exp !== 'number' || typeof email !== 'string') return undefined
  return exp * 1000 > Date.now() + safely ? { accessToken, email } : undefined
}
