import { ConnectorFailure } from './failures.ts'

interface Rule {
  /** Endings that a host name must have. */
  hosts: readonly string[]
  sandboxOrigin: string | null
}

const isAllowed = (url: URL, { hosts, sandboxOrigin }: Rule): boolean => {
  if (sandboxOrigin !== null) return url.origin === sandboxOrigin
  return url.protocol === 'https:' && url.port === '' && hosts.some((ending) => url.hostname.endsWith(ending))
}

/**
 * An address that a person typed or a vendor answered with, as far as it leads to the vendor. Whoever could name any address could
 * make us knock at machines that only we can reach.
 */
export const checkAddress = (text: string, rule: Rule): URL => {
  const typed = text.trim()
  const complete = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(complete) ? new URL(complete) : undefined
  if (url && url.username === '' && url.password === '' && isAllowed(url, rule)) return url
  const wanted = rule.sandboxOrigin ?? rule.hosts.map((ending) => `https://…${ending}`).join(' or ')
  throw new ConnectorFailure('refused', `This address does not belong to the vendor: it should begin with ${wanted}.`)
}
