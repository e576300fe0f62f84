import { ConnectorFailure } from '../failures.ts'

interface Rule {
  /** Host names: complete ones, `.vendor.com` for all subdomains, `*.vendor.com` for direct subdomains. */
  hosts: readonly string[]
  sandboxOrigin: string | null
  /** The field of the form with the address. */
  field?: string
}

const isHost = (name: string, host: string): boolean => {
  if (host.startsWith('.')) return name.endsWith(host)
  return host.startsWith('*.') ? name.slice(name.indexOf('.')) === host.slice(1) : name === host
}

const isAllowed = (url: URL, { hosts, sandboxOrigin }: Rule): boolean => {
  if (sandboxOrigin !== null) return url.origin === sandboxOrigin
  return url.protocol === 'https:' && url.port === '' && hosts.some((host) => isHost(url.hostname, host))
}

const shown = (host: string): string => `https://${host.startsWith('.') ? `…${host}` : host.replace('*', '…')}`

/**
 * Checks that an address from a user or a vendor leads to the vendor. Otherwise a user could make us call machines that
 * only we can reach.
 */
export const checkAddress = (text: string, rule: Rule): URL => {
  const typed = text.trim()
  const complete = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(complete) ? new URL(complete) : undefined
  if (url && url.username === '' && url.password === '' && isAllowed(url, rule)) return url
  const allowed = rule.sandboxOrigin ?? rule.hosts.map(shown).join(' or ')
  const about = rule.field === undefined ? {} : { field: rule.field }
  throw new ConnectorFailure('refused', `This address doesn't belong to the vendor. It should start with ${allowed}.`, about)
}

/**
 * The address of an account, from any part of an address that a user copied. A typed path is never kept: it could send
 * our requests to a page that a customer of the vendor has made. In the sandbox all vendors share one host, and the
 * path distinguishes them.
 */
export const homeOf = (text: string, rule: Rule): string => {
  const { origin, pathname } = checkAddress(text, rule)
  return rule.sandboxOrigin === null ? origin : origin + pathname.replace(/(?<!\/)\/+$/, '')
}
