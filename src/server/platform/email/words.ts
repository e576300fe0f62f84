import type { Role } from '#contract/users/permissions.ts'

/**
 * Names of users and accounts, as far as they are names. Anyone can open an account and have emails sent to strangers
 * from it: its name must not become an advertisement in our emails.
 */
const addressLike = /[\r\n/:@]|www\.|[\p{L}\d-]\.\p{L}{2}/iu

/** Programs that show emails also take other full stops for those of an address, such as the ideographic one. */
const withPlainStops = (text: string): string => text.normalize('NFKC').replaceAll('\u3002', '.')

export const plain = (text: string, otherwise: string): string => (addressLike.test(withPlainStops(text)) ? otherwise : text)

/** A sentence may have a colon or a slash, which no name has. */
const linkLike = /\/\/|@|www\.|[\p{L}\d-]\.\p{L}{2}/iu

/** The paragraph with the reason that a user gave: like a name, it must not become an advertisement. */
export const becauseOf = (reason: string | undefined, otherwise: string): string[] =>
  reason === undefined ? [] : [`Reason: ${linkLike.test(withPlainStops(reason)) ? otherwise : reason.replaceAll(/\s+/g, ' ')}`]

/** The name of a source. Its own account's admins read it, and it is often the domain of an account at the vendor. */
export const sourceName = (text = '', otherwise = 'A source'): string =>
  text === '' || /[\r\n/:@]|www\./i.test(text) ? otherwise : text

export const greeting = (name: string): string => `Hello ${plain(name, 'there')},`

export const roleWords: Record<Role, string> = {
  user: 'User',
  admin: 'Admin',
  account_admin: 'Account admin',
  super_admin: 'Super admin',
}
