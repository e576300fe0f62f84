// The part of Zapier's `z` and `bundle` that this app uses. Zapier's own types come with its whole runtime.

export interface ZapierRequest {
  url: string
  method?: 'GET' | 'POST'
  params?: Record<string, string | number>
  headers?: Record<string, string>
  body?: object
}

export interface ZapierResponse {
  status: number
  /** The parsed body, if it is JSON. */
  data: unknown
}

export interface Z {
  /** Throws for 401, so that Zapier signs in once more, and for 429, so that Zapier tries again after `Retry-After`. */
  request: (request: ZapierRequest) => Promise<ZapierResponse>
  errors: { Error: new (message: string, code?: string, status?: number) => Error }
}

/** What the user enters when connecting, and what signing in returned. */
export interface AuthData {
  /** A webhook address has its key in it. Zapier censors fields named "secret" in its logs, and shows other addresses. */
  secret_address?: string
  site?: string
  email?: string
  password?: string
  access_token?: string
  refresh_token?: string
}

export interface Bundle {
  authData: AuthData
  inputData: Record<string, unknown>
}

export type Perform<Result> = (z: Z, bundle: Bundle) => Promise<Result>
