import { limits } from '#contract/kit/limits.ts'
import type { ApiName, Reply, Request, Route } from '#contract/kit/route.ts'
import { addressOf, type Parts } from './address-of.ts'
import { ApiError, readRefusal } from './api-error.ts'
import { fetchFollowing, type Fetch } from './redirects.ts'

export interface CallerEnvironment {
  apis: Record<ApiName, string>
  /** The host that served the page; part of the tenant header. */
  host: string
  getToken: () => Promise<string | undefined>
  getClientId: () => string | undefined
  fetch: Fetch
  warn: (message: string) => void
}

interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** A file, and what its headers say about it. */
interface Download {
  content: Blob
  headers: Headers
}

const headersFor = async (environment: CallerEnvironment, route: Route, hasBody: boolean): Promise<Record<string, string>> => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (hasBody) headers['content-type'] = 'application/json'
  // When the token cannot be fetched the call is sent without one; the server decides whether it needs one.
  const session = await environment.getToken().then(
    (token) => ({ token }),
    () => undefined,
  )
  if (!session) return headers
  if (session.token) headers['authorization'] = `Bearer ${session.token}`
  const clientId = environment.getClientId()
  if (clientId) headers['x-tenant'] = `${clientId}.${environment.host}`
  else if (route.access.kind !== 'public') environment.warn('No client is known yet: this call goes out without a tenant header.')
  return headers
}

const asApiError = (error: unknown, callerSignal: AbortSignal | undefined): unknown => {
  if (error instanceof ApiError || callerSignal?.aborted) return error
  if (error instanceof DOMException && error.name === 'TimeoutError') return new ApiError({ code: 'TIMEOUT' })
  return new ApiError({ code: 'NETWORK' })
}

/** A reply without a body is valid too. */
const readAnswer = async (response: Response, callerSignal: AbortSignal | undefined): Promise<unknown> => {
  const text = await response.text().catch((error: unknown) => {
    throw asApiError(error, callerSignal)
  })
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ code: 'BAD_ANSWER', status: response.status })
  }
}

/** All calls to the three APIs go through here. It does not use `window`, so that tests can run it in Node. */
export const createCaller = (environment: CallerEnvironment) => {
  const send = async (route: Route, parts: Parts, options: CallOptions & { timeout?: number }): Promise<Response> => {
    const address = addressOf(environment.apis[route.api], route.path, parts)
    const signals = [options.signal, options.timeout ? AbortSignal.timeout(options.timeout) : undefined].filter(
      (signal) => signal !== undefined,
    )
    const hasBody = parts.body !== undefined
    try {
      const headers = { ...(await headersFor(environment, route, hasBody)), ...options.headers }
      const init: RequestInit = { method: route.method, headers, signal: AbortSignal.any(signals) }
      if (hasBody) init.body = JSON.stringify(parts.body)
      const response = await fetchFollowing(environment, address, init)
      if (!response.ok) throw await readRefusal(response)
      return response
    } catch (error) {
      throw asApiError(error, options.signal)
    }
  }

  return {
    /** Calls a route of the contract and returns its reply. */
    call: async <R extends Route>(route: R, request: Request<R>, options: CallOptions = {}): Promise<Reply<R>> => {
      const response = await send(route, request as Parts, { ...options, timeout: limits.requestTimeout })
      return (await readAnswer(response, options.signal)) as Reply<R>
    },
    /** Opens a route that replies with a stream; it stays open until the signal aborts it. */
    stream: (route: Route, options: CallOptions): Promise<Response> => send(route, {}, options),
    /** Downloads a file, without a time limit. */
    download: async <R extends Route>(route: R, request: Request<R>): Promise<Download> => {
      const response = await send(route, request as Parts, { headers: { accept: '*/*' } })
      const content = await response.blob().catch(() => {
        throw new ApiError({ code: 'NETWORK' })
      })
      return { content, headers: response.headers }
    },
  }
}
