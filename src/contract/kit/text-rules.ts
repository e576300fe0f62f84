// Rules for typed texts, without a library: forms use them directly, and the schemas of the calls are built from them.
import { limits } from './limits.ts'

/** Returns the sentence to show, or undefined if the text is fine. */
export type TextRule = (text: string) => string | undefined

export const emailPattern = /^[A-Za-z0-9+_.-]+@[A-Za-z0-9.-]+$/
export const emailMessage = 'Please enter a valid email address.'

/**
 * The wide rule of the sign-in and sign-up forms: letters, digits and + _ . - before the @, letters, digits, . and -
 * after it.
 */
export const emailRule: TextRule = (text) => {
  const address = text.trim()
  return address.length <= limits.emailMax && emailPattern.test(address) ? undefined : emailMessage
}

// Control characters, line separators and direction overrides never belong in a name; a visible character must remain.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const invisibleParts = /[\p{Z}\p{C}]/gu
const visible = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

// Nor do characters that nobody sees, except those that join letters of some scripts and the parts of an emoji.
const unseen = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/u

/** The longest input for a name: normalizing a longer text could take minutes. */
export const writtenNameMax = 400
export const nameTooLong = `Use at most ${limits.nameMax} characters`

/** How a name is stored. */
export const keptName = (text: string): string => text.normalize('NFC').trim()

/** If a name is optional: at most 50 code points, no control or invisible characters. */
export const nameOrNoneRule: TextRule = (text) => {
  if (text.length > writtenNameMax) return nameTooLong
  const name = keptName(text)
  if ([...name].length > limits.nameMax) return nameTooLong
  if (!invisible.test(name) && unseen.test(name)) return 'Invisible characters are not allowed'
  return invisible.test(name) ? 'Control characters are not allowed' : undefined
}

/** A required name: the same, and at least one visible character. */
export const nameRule =
  (what: string): TextRule =>
  (text) =>
    visible.test(text) ? nameOrNoneRule(text) : `Please enter ${what}`

/** A text of one line that is no name, such as a tag. */
export const labelRule =
  (what: string): TextRule =>
  (text) => {
    if (!visible.test(text)) return `Please enter ${what}`
    return invisible.test(text) ? 'Control characters are not allowed' : undefined
  }

/** A text of several lines. */
export const messageRule: TextRule = (text) =>
  invisible.test(text.replaceAll(/[\t\r\n]/g, ' ')) ? 'Control characters are not allowed' : undefined

/** A name that bypassed our forms, changed to follow the same rules; undefined if nothing visible is left of it. */
export const mendName = (text: string): string | undefined => {
  const kept = text
    .slice(0, writtenNameMax)
    .normalize('NFC')
    .replaceAll(new RegExp(invisible, 'gu'), ' ')
    .replaceAll(new RegExp(unseen, 'gu'), '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return visible.test(kept) ? [...kept].slice(0, limits.nameMax).join('').trim() : undefined
}

export const reasonMax = 300
export const reasonTooLong = `Use at most ${reasonMax} characters`

/** The reason for an act that others are notified of. */
export const reasonRule: TextRule = (text) => {
  const why = text.trim()
  if (why.length > reasonMax) return reasonTooLong
  if ([...why.replaceAll(invisibleParts, '')].length < 5) return 'Give a reason of at least 5 characters'
  return invisible.test(why) ? 'Control characters are not allowed' : undefined
}
