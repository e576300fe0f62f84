import type { ErrorCode, ErrorEnvelope } from '#contract/kit/errors.ts'

/** What can go wrong before the server has answered in its own words. */
type ConnectionProblem = 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER'

interface Problem {
  code: ErrorCode | ConnectionProblem
  status?: number
  detail?: string
  field?: string | undefined
  requestId?: string | undefined
}

export class ApiError extends Error {
  readonly code: ErrorCode | ConnectionProblem
  readonly status: number
  /** The server's sentence for the person; empty when the server never spoke. */
  readonly detail: string
  readonly field: string | undefined
  readonly requestId: string | undefined

  constructor(problem: Problem) {
    super(problem.detail || problem.code)
    this.name = 'ApiError'
    this.code = problem.code
    this.status = problem.status ?? 0
    this.detail = problem.detail ?? ''
    this.field = problem.field
    this.requestId = problem.requestId
  }
}

export const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED'

const lockOuts = new Set<string>(['USER_SUSPENDED', 'CLIENT_SUSPENDED', 'TERMS_NOT_ACCEPTED'] satisfies ErrorCode[])

/** The person is known, and neither this call nor the next one is for them. */
export const isLockedOut = (error: unknown): error is ApiError => error instanceof ApiError && lockOuts.has(error.code)

const isEnvelope = (value: unknown): value is ErrorEnvelope =>
  typeof value === 'object' && value !== null && 'code' in value && ('detail' in value || 'message' in value)

/** Turns a refused reply into an error; something between us and the server may answer in another shape. */
export const readRefusal = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined)
  if (!isEnvelope(body)) return new ApiError({ code: 'BAD_ANSWER', status: response.status })
  return new ApiError({
    code: body.code,
    status: response.status,
    detail: body.detail || body.message,
    field: body.field,
    requestId: body.request_id,
  })
}
