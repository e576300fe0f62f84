import { emailRule } from '#contract/kit/text-rules.ts'

/** As mail programs write a person: the name, and the address in angle brackets. */
const named = /(?:"[^"]{0,200}"|[^,;\n<"]{0,200})\s{0,9}<(?<address>[^<>\s]{1,320})>/g

const keyOf = (address: string) => address.toLowerCase()

/** The addresses of a list that was pasted from anywhere. */
export const splitAddresses = (text: string): string[] =>
  text
    .replaceAll(named, ' $<address> ')
    .split(/[\s,;]+/)
    .filter((part) => part !== '')

/** Each address once, however it is written. */
export const uniqueAddresses = (addresses: readonly string[]): string[] => {
  const keys = addresses.map(keyOf)
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

interface SortedAddresses {
  wrong: string[]
  known: string[]
  /** The ones that get a letter. */
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
