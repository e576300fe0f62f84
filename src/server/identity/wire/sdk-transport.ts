// Passes the calls of the unmodified AWS SDK directly to the pool of this process, instead of its HTTP client.
import type { CognitoIdentityProviderClientConfig } from '@aws-sdk/client-cognito-identity-provider'
import { randomUUID } from 'node:crypto'
import type { Dispatch } from './wire.ts'

type RequestHandler = NonNullable<CognitoIdentityProviderClientConfig['requestHandler']>

interface SdkRequest {
  headers: Record<string, string>
  body?: unknown
}

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new Error('The SDK sent a body that is neither text nor bytes')
}

export const createSdkTransport = (dispatch: Dispatch): RequestHandler => {
  const transport = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async ({ headers, body }: SdkRequest) => {
      const call = { target: headers['x-amz-target'] ?? '', body: textOf(body), requestId: randomUUID(), isAdmin: true }
      const reply = await dispatch(call)
      return { response: { statusCode: reply.status, headers: reply.headers, body: Buffer.from(reply.body) } }
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
    destroy: () => {},
  }
  return transport as RequestHandler
}
