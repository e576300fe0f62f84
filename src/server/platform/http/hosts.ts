import type { ApiName } from '#contract/route.ts'
import { isLoopback } from '../config.ts'

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/**
 * On a developer's machine any website could let its own name point here and read what we show without a sign-in.
 * So there only our own names are answered; behind a public address the proxy decides.
 */
export const hostCheck = (publicUrl: string, apis: Record<ApiName, string>): ((host: string | undefined) => boolean) => {
  const own = new URL(publicUrl).hostname
  if (!isLoopback(withoutBrackets(own))) return () => true
  const names = new Set([own, ...Object.values(apis).flatMap((url) => (url.startsWith('http') ? [new URL(url).hostname] : []))])
  return (host) => {
    const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
    return names.has(name) || isLoopback(withoutBrackets(name))
  }
}
