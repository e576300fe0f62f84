/** In the vendor's form of refusals. */
export class GoogleError extends Error {
  readonly statusCode: number
  readonly status: string
  readonly reason: string | undefined
  constructor(statusCode: number, status: string, message: string, reason?: string) {
    super(message)
    this.statusCode = statusCode
    this.status = status
    this.reason = reason
  }
}

export const errorBody = ({ statusCode, status, message, reason }: GoogleError) => ({
  error: {
    code: statusCode,
    message,
    status,
    ...(reason === undefined
      ? {}
      : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }] }),
  },
})
