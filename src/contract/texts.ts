// What people type, with the rules that the forms check and the server checks again. Reaches the browser whole, hence apart.
import { z } from 'zod'
import { limits } from './limits.ts'

const emailPattern = /^[A-Za-z0-9+_.-]+@[A-Za-z0-9.-]+$/
const emailMessage = 'Please enter a valid email address.'

/** The wide rule of the sign-in and sign-up forms: letters, digits and + _ . - before the @, letters, digits, . and - after it. */
export const email = z.string({ error: emailMessage }).trim().max(limits.emailMax, emailMessage).regex(emailPattern, emailMessage)

// Control characters, line separators and direction overrides never belong into a name; a visible character must remain.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const invisibleParts = /[\p{Z}\p{C}]/gu
const visible = /[^\p{Z}\p{C}]/u

const trimmed = (text: string): string => text.normalize('NFC').trim()
const isShort = (text: string): boolean => [...text].length <= limits.nameMax
const tooLong = `Use at most ${limits.nameMax} characters`
const controlCharacters = 'Control characters are not allowed'

/** A name people give: trimmed, NFC, 1 to 50 code points, at least one visible character, no control characters. */
export const nameOf = (what: string) =>
  z
    .string({ error: `Please enter ${what}` })
    .transform(trimmed)
    .pipe(
      z
        .string()
        .refine((text) => visible.test(text), `Please enter ${what}`)
        .refine(isShort, tooLong)
        .refine((text) => !invisible.test(text), controlCharacters),
    )

/** The same where somebody may have no name yet. */
export const nameOrNone = z
  .string()
  .transform(trimmed)
  .pipe(
    z
      .string()
      .refine(isShort, tooLong)
      .refine((text) => !invisible.test(text), controlCharacters),
  )

/** A name that came past our forms, made to keep the same rules; undefined when nothing visible is left of it. */
export const mendName = (text: string): string | undefined => {
  const kept = text.normalize('NFC').replaceAll(new RegExp(invisible, 'gu'), ' ').replaceAll(/\s+/g, ' ').trim()
  return visible.test(kept) ? [...kept].slice(0, limits.nameMax).join('').trim() : undefined
}

/** Why somebody does what others have to be told. */
export const reason = z
  .string()
  .trim()
  .refine((text) => [...text.replaceAll(invisibleParts, '')].length >= 5, 'Give a reason of at least 5 characters')
  .max(300, 'Use at most 300 characters')
  .refine((text) => !invisible.test(text), controlCharacters)

/** Null, as the calls that never give a secret away answer it, says as little as leaving it out. */
export const optionalText = (max: number) => z.string().trim().max(max).nullish()
