// The forms of refusals of Google Ads.
import type { FastifyReply } from 'fastify'

export interface Trouble {
  status: number
  /** Such as `authorizationError` and `USER_PERMISSION_DENIED`; absent if the gateway refuses, before Google Ads. */
  kind?: string
  code?: string
  message: string
  retryDelay?: string
}

export class AdsError extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const detailsOf = ({ kind, code, message, retryDelay }: Trouble) =>
  kind === undefined || code === undefined
    ? {}
    : {
        details: [
          {
            '@type': 'type.googleapis.com/google.ads.googleads.v24.errors.GoogleAdsFailure',
            errors: [
              {
                errorCode: { [kind]: code },
                message,
                ...(retryDelay === undefined
                  ? {}
                  : {
                      details: {
                        quotaErrorDetails: { rateScope: 'ACCOUNT', rateName: 'Requests per second', retryDelay },
                      },
                    }),
              },
            ],
            requestId: 'sandboxRequestId000001',
          },
        ],
      }

export const sayTrouble = (reply: FastifyReply, trouble: Trouble) => {
  reply.status(trouble.status)
  return {
    error: {
      code: trouble.status,
      message: trouble.message,
      status: names[trouble.status] ?? 'UNKNOWN',
      ...detailsOf(trouble),
    },
  }
}

export const badQuery = (code: string, message: string): AdsError =>
  new AdsError({ status: 400, kind: 'queryError', code, message })
export const badRequest = (code: string, message: string): AdsError =>
  new AdsError({ status: 400, kind: 'requestError', code, message })
