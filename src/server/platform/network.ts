import { isIPv6 } from 'node:net'

const groupsOf = (address: string): string[] => {
  const [before = [], behind = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const between = Array.from({ length: 8 - before.length - behind.length }, () => '0')
  return [...before, ...between, ...behind]
}

const unmapped = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

/** One household or server has a whole /64 of IPv6 addresses; it counts as one. */
export const networkOf = (address: string): string => {
  const plain = unmapped(address)
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain
}

/** What one customer of a provider can easily have: a /48 of IPv6 addresses, or a /24 of IPv4. */
export const wideNetworkOf = (address: string): string => {
  const plain = unmapped(address)
  return isIPv6(plain) ? groupsOf(plain).slice(0, 3).join(':') : plain.split('.').slice(0, 3).join('.')
}
