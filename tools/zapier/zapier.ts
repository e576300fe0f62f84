// What Zapier does with an app: its HTTP client (zapier-platform-core, create-app-request-client.js), the session of a connection, its steps.
import app from '../../zapier/app.ts'
import type { AuthData, Bundle, Perform, Z, ZapierRequest } from '../../zapier/platform.ts'

export class RefreshAuthError extends Error {}

export class ThrottledError extends Error {
  readonly delay: number

  constructor(delay: number) {
    super('The server returned 429 (Too Many Requests)')
    this.delay = delay
  }
}

export class AppError extends Error {
  readonly code: string | undefined
  readonly status: number | undefined

  constructor(message: string, code?: string, status?: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const send = async ({ url, method = 'GET', params = {}, headers = {}, body }: ZapierRequest): Promise<Response> => {
  const target = new URL(url)
  for (const [name, value] of Object.entries(params)) target.searchParams.append(name, String(value))
  return fetch(target, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json; charset=utf-8' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

const z: Z = {
  errors: { Error: AppError },
  request: async (request) => {
    const response = await send(request)
    const { status } = response
    if (status === 401) throw new RefreshAuthError()
    if (status === 429) throw new ThrottledError(Number(response.headers.get('retry-after')))
    const data = parsed(await response.text())
    const explained = app.afterResponse.reduce((answer, explain) => explain(answer, z), { status, data })
    if (status >= 400) throw new Error(`${status}: ${JSON.stringify(data)}`)
    return explained
  },
}

interface Connection {
  label: string
  /** What Zapier stores: what the user entered, and what signing in returned. */
  authData: AuthData
  /** If the access token is refused, Zapier signs in once more and tries again. */
  run: <Result>(perform: Perform<Result>, inputData?: Bundle['inputData']) => Promise<Result>
}

/** What happens when a user connects. */
export const connect = async (fields: AuthData): Promise<Connection> => {
  const authData = { ...fields }
  const bundleOf = (inputData: Bundle['inputData']): Bundle => ({ authData, inputData })
  const signIn = async (): Promise<void> => {
    Object.assign(authData, await app.authentication.sessionConfig.perform(z, bundleOf({})))
  }
  const run: Connection['run'] = async (perform, inputData = {}) => {
    try {
      return await perform(z, bundleOf(inputData))
    } catch (error) {
      if (!(error instanceof RefreshAuthError)) throw error
      await signIn()
      return perform(z, bundleOf(inputData))
    }
  }
  await signIn()
  const { connected_as: label } = await run(app.authentication.test)
  return { label, authData, run }
}
