import { limits } from '#contract/kit/limits.ts'
import { ApiError } from './api-error.ts'

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

interface Network {
  host: string
  fetch: Fetch
}

/** A redirect that could not be followed: it leads to another origin whose reply we may not read. */
class RedirectFailed extends TypeError {}

const followHidden = async (network: Network, address: string, init: RequestInit): Promise<Response> => {
  try {
    return await network.fetch(address, { ...init, redirect: 'follow' })
  } catch (error) {
    throw error instanceof TypeError ? new RedirectFailed(error.message) : error
  }
}

const redirects = new Set([301, 302, 303, 307, 308])

const absolute = (address: string, host: string) => new URL(address, `http://${host}`)

const afterRedirect = (init: RequestInit, status: number, changesOrigin: boolean): RequestInit => {
  const headers = new Headers(init.headers)
  if (changesOrigin) {
    headers.delete('authorization')
    headers.delete('x-tenant')
  }
  const keepsMethod = status === 307 || status === 308 || init.method === 'GET'
  if (keepsMethod) return { ...init, headers }
  headers.delete('content-type')
  const { body: _dropped, ...rest } = init
  return { ...rest, method: 'GET', headers }
}

const follow = async (network: Network, address: string, init: RequestInit): Promise<Response> => {
  let next = { address, init }
  for (let hops = 0; hops <= limits.redirectsMax; hops += 1) {
    const response = await network.fetch(next.address, { ...next.init, redirect: 'manual' })
    // A browser hides the target of a redirect, so the browser itself has to follow it.
    if (response.type === 'opaqueredirect') return followHidden(network, next.address, next.init)
    const location = redirects.has(response.status) ? response.headers.get('location') : null
    if (!location) return response
    const from = absolute(next.address, network.host)
    const to = new URL(location, from)
    next = { address: to.href, init: afterRedirect(next.init, response.status, to.origin !== from.origin) }
  }
  throw new ApiError({ code: 'TOO_MANY_REDIRECTS' })
}

/** On another origin, a redirect that may not be followed looks like any other failed fetch. */
const slashVariant = (network: Network, address: string, error: unknown): string | undefined => {
  if (!(error instanceof TypeError)) return undefined
  const url = absolute(address, network.host)
  const isCrossOrigin = error instanceof RedirectFailed || url.host !== network.host
  return isCrossOrigin && !url.pathname.endsWith('/') && url.search === '' ? `${address}/` : undefined
}

/** Follows at most five redirects; after a failed redirect to another origin it tries the address once more with a trailing slash. */
export const fetchFollowing = async (network: Network, address: string, init: RequestInit): Promise<Response> => {
  try {
    return await follow(network, address, init)
  } catch (error) {
    const withSlash = slashVariant(network, address, error)
    if (!withSlash) throw error
    return follow(network, withSlash, init)
  }
}
