// Everything that needs the identity provider's own client. Importing this file configures it; identity.ts loads it when it is needed.
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger, CookieStorage, Hub } from 'aws-amplify/utils'
import { limits } from '#contract/kit/limits.ts'
import type { WebConfig } from '#contract/kit/web-config.ts'
import { config } from '../config.ts'
import { identityError } from './errors/identity-error.ts'
import { callPool } from './pool-call.ts'
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
  // It warns about every pool with a custom endpoint, and the embedded pool has one.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({ Auth: { Cognito: identityPool ? { ...pool, ...identityPool } : pool } })
  // Every configure() resets the storage to local storage, so the cookies have to be set after it.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(
    new CookieStorage({ path: '/', expires: limits.cookieDays, secure: window.isSecureContext, sameSite: 'lax' }),
  )
}

configure(config().identity)

export const getAccessToken = async (): Promise<string | undefined> => (await fetchAuthSession()).tokens?.accessToken.toString()

/** For calls that only a signed-in user makes. */
export const requireAccessToken = async (): Promise<string> => {
  const token = await getAccessToken()
  if (!token) throw identityError('UserUnAuthenticatedException')
  return token
}

/** The email address of the signed-in user, or undefined when no user is signed in. */
export const getSignedInEmail = async (): Promise<string | undefined> => {
  const email = (await fetchAuthSession()).tokens?.idToken?.payload['email']
  return typeof email === 'string' ? email : undefined
}

/** Removes the tokens, whatever the provider replies. */
export const endIdentitySession = () => signOut().catch(() => undefined)

/** Ends the session on every device. The identity client hides a refusal, so this calls the provider directly. */
export const endEverySession = async () => {
  // An expired token would be refused.
  const { tokens } = await fetchAuthSession({ forceRefresh: true })
  if (!tokens) throw identityError('UserUnAuthenticatedException')
  await callPool('GlobalSignOut', { AccessToken: tokens.accessToken.toString() })
}

/** The key of this browser if the provider remembers it as a device. */
export const getDeviceKey = async (): Promise<string | undefined> =>
  (await cognitoUserPoolsTokenProvider.tokenOrchestrator.getDeviceMetadata())?.deviceKey

/** Calls back when the provider ended the session: the refresh token was revoked or has expired. */
export const onSessionEnded = (ended: () => void) =>
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signedOut') ended()
    // Also sent when the provider could not be reached; only a refusal removes the tokens, a moment after this event.
    if (payload.event === 'tokenRefresh_failure') setTimeout(() => !holdsTokens() && ended())
  })
