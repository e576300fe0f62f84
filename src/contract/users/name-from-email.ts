// A first and a last name suggested from an email address, as far as it has them. The invite dialog shows them, and the
// server fills them in if a caller sends none.
import { limits } from '../kit/limits.ts'
import { isReservedName } from '../kit/reserved-names.ts'

interface SuggestedName {
  name: string
  lastname: string
}

/** Used if nothing before the @ can be a name. */
const unknown = 'User'

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

const lowered = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text)

/** A suggestion must not look like a name of ours. */
const unlessOurs = (suggested: SuggestedName): SuggestedName =>
  isReservedName(`${suggested.name} ${suggested.lastname}`) ? { name: unknown, lastname: '' } : suggested

/** maya.lopez@… is Maya Lopez; maya@… is Maya, without a last name; 4711@… is 4711. Each has at most 50 characters. */
export const nameFromEmail = (email: string): SuggestedName => {
  const [address = ''] = email.slice(0, limits.emailMax).normalize('NFC').trim().split('@')
  const [local = ''] = address.split('+')
  const [first = '', ...rest] = withoutMiddleInitials(namesIn(lowered(local))).map(capitalizeParts)
  return unlessOurs({ name: shorten(first || address) || unknown, lastname: shorten(rest.join(' ')) })
}
