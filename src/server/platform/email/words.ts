import type { Role } from '#contract/users/permissions.ts'

/**
 * Names of users and accounts, as far as they are names. Anyone can open an account and have emails sent to strangers
 * from it: its name must not become an advertisement in our emails.
 */
const addressLike = /[\r\n/:@]|www\.|[\p{L}\d-]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu

/** Other full stops, which a reader or a program takes for the one of an address. */
const fullStops = /[\u0660\u06D4\u06F0\u0701\u0702\u3002\uA4F8\uA60E\u{10A50}]/gu

/** As a reader sees it and a program may read it: without invisible characters and other forms of the same mark. */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(fullStops, '.')

/** Longer than anything that users write to each other. */
const longest = 2000

const has = (text: string, pattern: RegExp): boolean => text.length > longest || pattern.test(asRead(text))

export const plain = (text: string, otherwise: string): string => (has(text, addressLike) ? otherwise : text)

/** A sentence may have a colon or a slash, which no name has. */
const linkLike = /\/\/|@|www\.|[\p{L}\d-]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu

/** The paragraph with the reason that a user gave: like a name, it must not become an advertisement. */
export const becauseOf = (reason: string | undefined, otherwise: string): string[] =>
  reason === undefined ? [] : [`Reason: ${has(reason, linkLike) ? otherwise : reason.replaceAll(/\s+/g, ' ')}`]

/** What a user of another account wrote, unless it has a link or an address. */
export const quoted = (text: string, label: string): string[] =>
  has(text, linkLike) ? [] : [`${label}: “${text.replaceAll(/\s+/g, ' ')}”`]

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

/** The subject of an invitation. Names that are not known, or are no names, are left out. */
export const invitationHeading = ({
  inviter = '',
  account = '',
}: {
  inviter?: string | undefined
  account?: string | undefined
}) => {
  const [who, where] = [plain(inviter, ''), plain(account, '')]
  const place = where === '' ? 'Tributary' : `${where} on Tributary`
  return who === '' ? `You're invited to ${place}` : `${who} invited you to ${place}`
}
