import { emailRule } from '#contract/kit/text-rules.ts'

/** The form that email programs use: the name, and the address in angle brackets. */
const named = /(?:"[^"]{0,200}"|[^,;\n<"]{0,200})\s{0,9}<(?<address>[^<>\s]{1,320})>/g

const keyOf = (address: string) => address.toLowerCase()

/** The addresses in a pasted text. */
export const splitAddresses = (text: string): string[] =>
  text
    .replaceAll(named, ' $<address> ')
    .split(/[\s,;]+/)
    .filter((part) => part !== '')

/** Each address once, ignoring case. */
export const uniqueAddresses = (addresses: readonly string[]): string[] => {
  const keys = addresses.map(keyOf)
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

interface SortedAddresses {
  wrong: string[]
  known: string[]
  /** The addresses that get an email. */
  good: string[]
}

export const sortAddresses = (addresses: readonly string[], isKnown: (key: string) => boolean): SortedAddresses => {
  const sorted: SortedAddresses = { wrong: [], known: [], good: [] }
  for (const address of addresses) {
    if (emailRule(address) !== undefined) sorted.wrong.push(address)
    else if (isKnown(keyOf(address))) sorted.known.push(address)
    else sorted.good.push(address)
  }
  return sorted
}
