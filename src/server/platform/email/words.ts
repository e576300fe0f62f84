import type { Role } from '#contract/users/permissions.ts'

/**
 * Names of users and accounts, as far as they are names. Anyone can open an account and have emails sent to strangers
 * from it: its name must not become an advertisement in our emails.
 */
const addressLike = /[\r\n/:@]|www\.|[\p{L}\d-]\.\p{L}{2}/iu

/** Programs that show emails also accept other forms of these marks in an address. */
const otherMarks: Readonly<Record<string, string>> = {
  '\u2024': '.',
  '\u3002': '.',
  '\uFE52': '.',
  '\uFF0E': '.',
  '\uFF61': '.',
  '\uFF0F': '/',
  '\uFF1A': ':',
  '\uFE6B': '@',
  '\uFF20': '@',
}
const otherMark = new RegExp(`[${Object.keys(otherMarks).join('')}]`, 'gu')

const withPlainMarks = (text: string): string => text.replaceAll(otherMark, (mark) => otherMarks[mark] ?? mark)

export const plain = (text: string, otherwise: string): string => (addressLike.test(withPlainMarks(text)) ? otherwise : text)

/** A sentence may have a colon or a slash, which no name has. */
const linkLike = /\/\/|@|www\.|[\p{L}\d-]\.\p{L}{2}/iu

/** The paragraph with the reason that a user gave: like a name, it must not become an advertisement. */
export const becauseOf = (reason: string | undefined, otherwise: string): string[] =>
  reason === undefined ? [] : [`Reason: ${linkLike.test(withPlainMarks(reason)) ? otherwise : reason.replaceAll(/\s+/g, ' ')}`]

/** What a user of another account wrote, unless it has a link or an address. */
export const quoted = (text: string, label: string): string[] =>
  linkLike.test(withPlainMarks(text)) ? [] : [`${label}: “${text.replaceAll(/\s+/g, ' ')}”`]

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
