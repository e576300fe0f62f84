// Everything that needs the identity provider's own client. Configured by being imported; identity.ts fetches it when it is needed.
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger, CookieStorage, Hub } from 'aws-amplify/utils'
import { limits } from '#contract/kit/limits.ts'
import type { WebConfig } from '#contract/kit/web-config.ts'
import { config } from '../config.ts'
import { identityError } from './errors/identity-error.ts'
import { askPool } from './pool-call.ts'
import { holdsTokens } from './session.ts'

const configure = (identity: WebConfig['identity']) => {
  const { endpoint, userPoolId, userPoolClientId, identityPoolId, signUpVerification: signUpVerificationMethod } = identity
  const address = endpoint && new URL(endpoint, location.origin).href
  const pool = { userPoolId, userPoolClientId, signUpVerificationMethod, ...(address ? { userPoolEndpoint: address } : {}) }
  const identityPool = identityPoolId && {
    identityPoolId,
    allowGuestAccess: false,
    ...(address ? { identityPoolEndpoint: address } : {}),
  }
  // It warns of every pool with an address of its own, which is how the embedded one works.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({ Auth: { Cognito: identityPool ? { ...pool, ...identityPool } : pool } })
  // Every configure() puts local storage back, so the cookies have to be set after it.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(
    new CookieStorage({ path: '/', expires: limits.cookieDays, secure: window.isSecureContext, sameSite: 'lax' }),
  )
}

configure(config().identity)

export const getAccessToken = async (): Promise<string | undefined> => (await fetchAuthSession()).tokens?.accessToken.toString()

/** For calls that only a signed-in person makes. */
export const requireAccessToken = async (): Promise<string> => {
  const token = await getAccessToken()
  if (!token) throw identityError('UserUnAuthenticatedException')
  return token
}

/** The address of the signed-in person, or undefined when nobody is signed in. */
export const getSignedInEmail = async (): Promise<string | undefined> => {
  const email = (await fetchAuthSession()).tokens?.idToken?.payload['email']
  return typeof email === 'string' ? email : undefined
}

/** Removes the tokens whatever the provider answers. */
export const endIdentitySession = () => signOut().catch(() => undefined)

/** Ends the session on every device. The client keeps a refusal to itself, so this asks the provider without it. */
export const endEverySession = async () => {
  // A token that has run out would be refused.
  const { tokens } = await fetchAuthSession({ forceRefresh: true })
  if (!tokens) throw identityError('UserUnAuthenticatedException')
  await askPool('GlobalSignOut', { AccessToken: tokens.accessToken.toString() })
}

/** The name under which the provider remembers this browser, if it does. */
export const getDeviceKey = async (): Promise<string | undefined> =>
  (await cognitoUserPoolsTokenProvider.tokenOrchestrator.getDeviceMetadata())?.deviceKey

/** Tells when the provider ended the session on its own: the refresh token was revoked or has run out. */
export const onSessionEnded = (ended: () => void) =>
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signedOut') ended()
    // Also sent when the provider could not be reached; only a refusal removes the tokens, a moment after it was announced.
    if (payload.event === 'tokenRefresh_failure') setTimeout(() => !holdsTokens() && ended())
  })
