// A first and a last name suggested from an email address. The invite dialog shows it, and the server fills it in if a
// caller sends none.
import { limits } from '../kit/limits.ts'
import { isReservedName } from '../kit/reserved-names.ts'

interface SuggestedName {
  name: string
  lastname: string
}

/** Used if an address has no letters for a name. */
const unknown = 'User'

/** Labels before the country that say nothing about the owner of the domain: harbor.co.uk is Harbor. */
const registries = new Set(['co', 'com', 'org', 'net', 'gov', 'ac', 'edu'])

const capitalize = (word: string): string => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** `anna-maria` is Anna-Maria. */
const capitalizeParts = (text: string): string => text.split('-').map(capitalize).join('-')

const shorten = (text: string): string => [...text].slice(0, limits.nameMax).join('').trim()

const withoutDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{M}'-]/gu, '').replaceAll(/^-+|(?<!-)-+$/g, '')

const wordsOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map(withoutDigits)
    .filter((word) => word !== '')

/** Hyphens separate names only if nothing else does: maya-lopez, but anna-maria.lopez. */
const namesIn = (local: string): string[] => {
  const words = wordsOf(local, /[._\s]+/)
  return words.length > 1 ? words : wordsOf(local, /[._\s-]+/)
}

/** An initial between two names is dropped: maya.j.lopez is Maya Lopez. */
const withoutMiddleInitials = (words: readonly string[]): string[] =>
  words.filter((word, index) => index === 0 || index === words.length - 1 || [...word].length > 1)

const companyIn = (domain: string): string => {
  const labels = domain.split('.').slice(0, -1)
  while (labels.length > 1 && registries.has(labels.at(-1) ?? '')) labels.pop()
  const label = labels.at(-1) ?? domain
  return label.startsWith('xn--') ? '' : wordsOf(label, /-+/).map(capitalize).join(' ')
}

const lowered = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text)

/** A suggestion must not look like a name of ours. */
const unlessOurs = (suggested: SuggestedName): SuggestedName =>
  isReservedName(`${suggested.name} ${suggested.lastname}`) ? { name: unknown, lastname: unknown } : suggested

/** maya.lopez@… is Maya Lopez; info@harbor.example is Info Harbor. Both names have 1 to 50 characters. */
export const nameFromEmail = (email: string): SuggestedName => {
  const [address = '', domain = ''] = email.slice(0, limits.emailMax).normalize('NFC').trim().split('@')
  const [local = ''] = address.split('+')
  const [first = '', ...rest] = withoutMiddleInitials(namesIn(lowered(local))).map(capitalizeParts)
  const company = companyIn(domain.toLowerCase())
  const name = shorten(first || company) || unknown
  const lastname = shorten(rest.join(' ')) || (first === '' ? unknown : shorten(company) || unknown)
  return unlessOurs({ name, lastname })
}
