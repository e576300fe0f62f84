// Which requests are meant for us, by their headers and address, before anything else is checked.
import type { IncomingMessage } from 'node:http'
import type { ApiName } from '#contract/kit/route.ts'
import { isLoopback } from '../config.ts'
import { AppError } from '../errors.ts'

interface Address {
  publicUrl: string
  apis: Partial<Record<ApiName, string>>
  trustProxy: string | undefined
}

type Check = (request: IncomingMessage) => void

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/**
 * On a developer's machine any website could let its own name point here and read what we show without a sign-in. So
 * only our own names are answered there; behind a public address the proxy decides.
 */
export const hostCheck = (publicUrl: string, apis: Address['apis']): ((host: string | undefined) => boolean) => {
  const own = new URL(publicUrl).hostname
  if (!isLoopback(withoutBrackets(own))) return () => true
  const names = new Set([own, ...Object.values(apis).flatMap((url) => (url.startsWith('http') ? [new URL(url).hostname] : []))])
  return (host) => {
    const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
    return names.has(name) || isLoopback(withoutBrackets(name))
  }
}

const hostNames = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length

/** With two hosts, or a complete address instead of a path, a proxy before us may have read the other one. */
const refuseAmbiguous: Check = ({ url = '', rawHeaders, httpVersion }) => {
  if (!url.startsWith('/')) throw new AppError('VALIDATION_FAILED', { detail: 'Request a path, not a full URL.' })
  const names = hostNames(rawHeaders)
  if (names > 1 || (names === 0 && httpVersion === '1.1'))
    throw new AppError('VALIDATION_FAILED', { detail: 'Send one Host header.' })
}

/** Proxies and content networks send these headers; browsers and programs on this machine send none of them. */
const proxyHeaders = new Set([
  'cdn-loop',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'fastly-client-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-real-ip',
])

const isOfProxy = (name: string): boolean => proxyHeaders.has(name) || name.startsWith('x-forwarded-')

/** What is meant for this machine alone, emails with codes included, must not be published by a proxy. */
const refuseProxies: Check = ({ headers }) => {
  if (Object.keys(headers).some(isOfProxy))
    throw new AppError('NOT_FOUND', {
      detail:
        "This is a local installation and doesn't respond through a proxy. Set PUBLIC_URL to your address, or TRUST_PROXY to the proxy.",
    })
}

export const meantForUs = ({ publicUrl, apis, trustProxy }: Address): Check => {
  const isOurs = hostCheck(publicUrl, apis)
  const isLocal = isLoopback(withoutBrackets(new URL(publicUrl).hostname))
  return (request) => {
    refuseAmbiguous(request)
    if (!isOurs(request.headers.host)) throw new AppError('NOT_FOUND', { detail: "This host name isn't served here." })
    if (isLocal && trustProxy === undefined) refuseProxies(request)
  }
}
