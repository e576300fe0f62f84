// Confirms a sign-up after the page was reloaded. The identity client keeps its automatic sign-in in memory only and discards
// the session that the pool returns with the confirmation, so both calls are made without the client.
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { config } from '../config.ts'
import { claimsOf } from './tokens/claims.ts'
import { callPool } from './pool-call.ts'

interface Tokens {
  AccessToken: string
  IdToken: string
  RefreshToken: string
}

const callPoolAsClient = (operation: string, input: object) =>
  callPool(operation, { ClientId: config().identity.userPoolClientId, ...input })

/** How far this browser's clock is behind the provider's. */
const clockDriftOf = (token: string): number => {
  const { iat } = claimsOf(token)
  return typeof iat === 'number' ? iat * 1000 - Date.now() : 0
}

const asToken = (text: string) => ({ payload: {}, toString: () => text })

const keepTokens = (email: string, { AccessToken, IdToken, RefreshToken }: Tokens) =>
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokens({
    tokens: {
      accessToken: asToken(AccessToken),
      idToken: asToken(IdToken),
      refreshToken: RefreshToken,
      clockDrift: clockDriftOf(AccessToken),
      username: email,
      signInDetails: { loginId: email, authFlowType: 'USER_AUTH' },
    },
  })

/** Returns false when the pool does not allow this flow or requires two-step sign-in. */
const signInWith = async (email: string, Session: unknown): Promise<boolean> => {
  const input = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: email }, Session }
  const { AuthenticationResult: tokens } = await callPoolAsClient('InitiateAuth', input)
  if (tokens) await keepTokens(email, tokens as Tokens)
  return Boolean(tokens)
}

interface Confirmation {
  email: string
  code: string
  clientMetadata?: Record<string, string>
}

/** True when the user is signed in; false when the email address is confirmed and the user still has to sign in. */
export const confirmAndSignIn = async ({ email, code, clientMetadata }: Confirmation): Promise<boolean> => {
  const input = { Username: email, ConfirmationCode: code, ClientMetadata: clientMetadata }
  const { Session } = await callPoolAsClient('ConfirmSignUp', input)
  return Session ? signInWith(email, Session).catch(() => false) : false
}
