import { AppError } from '#server/platform/errors.ts'
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

export interface Profile {
  sub: string
  email: string
  emailVerified: boolean
  givenName: string
  familyName: string
  companyName: string | null
  isAgency: boolean
}

// What the pool answers if the token is invalid.
const tokenFaults = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
])

/** What the pool knows about the owner of an access token. */
export const fetchProfile = async (client: CognitoIdentityProviderClient, accessToken: string): Promise<Profile> => {
  const { GetUserCommand } = await import('@aws-sdk/client-cognito-identity-provider')
  const user = await client.send(new GetUserCommand({ AccessToken: accessToken })).catch((error: unknown) => {
    if (error instanceof Error && tokenFaults.has(error.name)) throw new AppError('UNAUTHENTICATED', { cause: error })
    throw error
  })
  const attributes = new Map((user.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value ?? '']))
  const text = (name: string): string => attributes.get(name) ?? ''
  return {
    sub: text('sub'),
    email: text('email'),
    emailVerified: text('email_verified') === 'true',
    givenName: text('given_name'),
    familyName: text('family_name'),
    companyName: text('custom:companyName') || null,
    isAgency: text('custom:isAgency') === '1',
  }
}
