// Confirming a sign-up after the page was loaded again. The identity client keeps its automatic sign-in in memory only and throws
// away the session that the pool hands out with the confirmation, so here both calls are made without it.
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { config } from '../config.ts'
import { claimsOf } from './tokens/claims.ts'
import { askPool } from './pool-call.ts'

interface Tokens {
  AccessToken: string
  IdToken: string
  RefreshToken: string
}

const askAsClient = (operation: string, input: object) =>
  askPool(operation, { ClientId: config().identity.userPoolClientId, ...input })

/** How far the clock of this browser is behind the provider's. */
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

/** The pool may not allow this flow, or may ask for a second step first. */
const signInWith = async (email: string, Session: unknown): Promise<boolean> => {
  const input = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: email }, Session }
  const { AuthenticationResult: tokens } = await askAsClient('InitiateAuth', input)
  if (tokens) await keepTokens(email, tokens as Tokens)
  return Boolean(tokens)
}

interface Confirmation {
  email: string
  code: string
  clientMetadata?: Record<string, string>
}

/** True when the user is signed in; false when the address is confirmed and the user has to sign in by hand. */
export const confirmAndSignIn = async ({ email, code, clientMetadata }: Confirmation): Promise<boolean> => {
  const input = { Username: email, ConfirmationCode: code, ClientMetadata: clientMetadata }
  const { Session } = await askAsClient('ConfirmSignUp', input)
  return Session ? signInWith(email, Session).catch(() => false) : false
}
