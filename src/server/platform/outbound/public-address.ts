import { BlockList, isIP } from 'node:net'

const ours = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  ours.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  ours.addSubnet(network, bits, 'ipv6')

/** Whether an address is public. IPv4 inside IPv6 is not. With `orName` a name is accepted, to be resolved later. */
export const isPublicAddress = (address: string, { orName = false } = {}): boolean => {
  const version = isIP(address)
  if (version === 0) return orName && /\.[a-z]/i.test(address) && !/(^|\.)(localhost|local|internal)\.?$/i.test(address)
  if (version === 4) return !ours.check(address, 'ipv4')
  return !/^::ffff:/i.test(address) && !ours.check(address, 'ipv6')
}
