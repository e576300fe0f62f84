import { limits } from '#contract/limits.ts'
import { ApiError } from './api-error.ts'

interface Network {
  host: string
  fetch: typeof fetch
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
    // A browser hides where a redirect leads, so it has to follow on its own.
    if (response.type === 'opaqueredirect') return network.fetch(next.address, { ...next.init, redirect: 'follow' })
    const location = redirects.has(response.status) ? response.headers.get('location') : null
    if (!location) return response
    const from = absolute(next.address, network.host)
    const to = new URL(location, from)
    next = { address: to.href, init: afterRedirect(next.init, response.status, to.origin !== from.origin) }
  }
  throw new ApiError({ code: 'TOO_MANY_REDIRECTS' })
}

const slashVariant = (network: Network, address: string): string | undefined => {
  const url = absolute(address, network.host)
  const mayRetry = url.host !== network.host && !url.pathname.endsWith('/') && url.search === ''
  return mayRetry ? `${url.href}/` : undefined
}

/** Follows at most five redirects; an API on another host that redirects to its slash form gets one more try in that form. */
export const fetchFollowing = async (network: Network, address: string, init: RequestInit): Promise<Response> => {
  try {
    return await follow(network, address, init)
  } catch (error) {
    const withSlash = error instanceof TypeError ? slashVariant(network, address) : undefined
    if (!withSlash) throw error
    return follow(network, withSlash, init)
  }
}
