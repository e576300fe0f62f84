import { isIPv6 } from 'node:net'

/** One household or server has a whole /64 of IPv6 addresses; it counts as one. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [before = [], behind = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const between = Array.from({ length: 8 - before.length - behind.length }, () => '0')
  return [...before, ...between, ...behind].slice(0, 4).join(':')
}
