import type { ErrorCode, ErrorEnvelope } from '#contract/kit/errors.ts'

/** Failures without a reply in the server's own error format. */
type NetworkProblem = 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER'

interface Problem {
  code: ErrorCode | NetworkProblem
  status?: number
  detail?: string
  field?: string | undefined
  requestId?: string | undefined
}

export class ApiError extends Error {
  readonly code: ErrorCode | NetworkProblem
  readonly status: number
  /** The server's message for the user; empty when the server sent none. */
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

/** The user is authenticated, but no call is allowed to them. */
export const isLockedOut = (error: unknown): error is ApiError => error instanceof ApiError && lockOuts.has(error.code)

const isEnvelope = (value: unknown): value is ErrorEnvelope =>
  typeof value === 'object' && value !== null && 'code' in value && ('detail' in value || 'message' in value)

/** Turns an error reply into an error; a proxy between us and the server may reply in another format. */
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
