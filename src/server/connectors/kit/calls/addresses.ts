import { ConnectorFailure } from '../failures.ts'

interface Rule {
  /** Host names: whole ones, `.vendor.com` for everything below it, `*.vendor.com` for what stands directly below it. */
  hosts: readonly string[]
  sandboxOrigin: string | null
  /** The field of the form that the address was typed into. */
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
 * An address that a person typed or a vendor answered with, as far as it leads to the vendor. Whoever could name any address could
 * make us knock at machines that only we can reach.
 */
export const checkAddress = (text: string, rule: Rule): URL => {
  const typed = text.trim()
  const complete = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(complete) ? new URL(complete) : undefined
  if (url && url.username === '' && url.password === '' && isAllowed(url, rule)) return url
  const wanted = rule.sandboxOrigin ?? rule.hosts.map(shown).join(' or ')
  const about = rule.field === undefined ? {} : { field: rule.field }
  throw new ConnectorFailure('refused', `This address doesn't belong to the vendor. It should start with ${wanted}.`, about)
}

/**
 * Where an account lives, however much of an address somebody has copied. A path that is typed is never kept: it could lead what we
 * send to a page that a customer of the vendor has made. In the sandbox all vendors share one host, and the path tells them apart.
 */
export const homeOf = (text: string, rule: Rule): string => {
  const { origin, pathname } = checkAddress(text, rule)
  return rule.sandboxOrigin === null ? origin : origin + pathname.replace(/(?<!\/)\/+$/, '')
}
