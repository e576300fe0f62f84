/** In the vendor's form of refusals. */
export class AirtableError extends Error {
  readonly statusCode: number
  readonly type: string
  constructor(statusCode: number, type: string, message = '') {
    super(message)
    this.statusCode = statusCode
    this.type = type
  }
}

export const unknownModel = (): AirtableError =>
  new AirtableError(
    403,
    'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
    'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.',
  )

/** Without a message the type is sent alone, as text. */
export const errorBody = ({ type, message }: AirtableError) => ({ error: message === '' ? type : { type, message } })

export const throttled = { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] }
