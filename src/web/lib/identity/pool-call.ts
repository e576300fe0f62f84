// Calls to the identity provider that its client does not make, or whose reply it hides.
import { limits } from '#contract/kit/limits.ts'
import { config } from '../config.ts'
import { identityError, readIdentityRefusal } from './errors/identity-error.ts'

const poolAddress = () => {
  const { endpoint, userPoolId } = config().identity
  return endpoint ? new URL(endpoint, location.origin).href : `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/`
}

export const callPool = async (operation: string, input: object): Promise<Record<string, unknown>> => {
  const response = await fetch(poolAddress(), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(limits.requestTimeout),
  }).catch(() => {
    throw identityError('NetworkError')
  })
  if (!response.ok) throw await readIdentityRefusal(response)
  return (await response.json()) as Record<string, unknown>
}
