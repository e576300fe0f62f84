import { randomBytes } from 'node:crypto'
import { embeddedPool } from '#server/embedded-pool.ts'

export interface IdentityAnswer {
  status: number
  body: Record<string, unknown>
}

/** The users of a test have different addresses, so that they do not share limits. */
const someAddress = (): string => `10.${[...randomBytes(3)].join('.')}`

/** One operation of the embedded identity provider, as its client sends it. */
export const callIdentity = async (url: string, operation: string, body: object): Promise<IdentityAnswer> => {
  const response = await fetch(`${url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      'x-forwarded-for': someAddress(),
    },
    body: JSON.stringify({ ClientId: embeddedPool.clientId, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Signs in by password, without the SRP computation of the browser. */
export const signInByPassword = async (
  url: string,
  email: string,
  password: string,
): Promise<{ token: string; refreshToken: string }> => {
  const { status, body } = await callIdentity(url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })
  if (status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(body)}`)
  const result = body['AuthenticationResult'] as { AccessToken: string; RefreshToken: string }
  return { token: result.AccessToken, refreshToken: result.RefreshToken }
}
