import { ApiError } from '#web/lib/calls/api-error.ts'

/** The form field that the server's refusal names. */
export const fieldNamed =
  <const F extends string>(fields: readonly F[]) =>
  (error: unknown): F | undefined =>
    error instanceof ApiError ? fields.find((field) => field === error.field) : undefined
