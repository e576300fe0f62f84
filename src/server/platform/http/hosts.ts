import type { ApiName } from '#contract/route.ts'

const isThisMachine = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]'

/**
 * On a developer's machine any website could let its own name point here and read what we show without a sign-in.
 * So there only our own names are answered; behind a public address the proxy decides.
 */
export const hostCheck = (publicUrl: string, apis: Record<ApiName, string>): ((host: string | undefined) => boolean) => {
  const own = new URL(publicUrl).hostname
  if (!isThisMachine(own)) return () => true
  const names = new Set([own, ...Object.values(apis).flatMap((url) => (url.startsWith('http') ? [new URL(url).hostname] : []))])
  return (host) => {
    const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
    return names.has(name) || isThisMachine(name)
  }
}
