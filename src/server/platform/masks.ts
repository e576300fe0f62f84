/** The first letter and as many dots as there are letters, up to a limit: the length of a name reveals something too. */
const dotted = (text: string): string => {
  const letters = [...text]
  return `${letters[0] ?? ''}${'•'.repeat(Math.min(Math.max(letters.length - 1, 2), 8))}`
}

export const maskName = (name: string): string =>
  name
    .split(' ')
    .filter((part) => part !== '')
    .map(dotted)
    .join(' ')

/** An anonymized user. The end of the id distinguishes them; its beginning is only the time of its creation. */
export const deletedName = (id: string): string => `Deleted user ${id.slice(-4)}`

/** Masks an email; any other text identifies no one. */
export const maskAddress = <T extends string | null>(text: T): T | string => (text?.includes('@') ? maskEmail(text) : text)

/** The last two digits: enough to distinguish a few numbers, too few to call one. */
export const maskPhone = (phone: string): string => `••••••${phone.replaceAll(/\D/g, '').slice(-2)}`

/** First letters and the top-level domain: `a••@n••••••••.com`. */
export const maskEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  const labels = domain.split('.')
  const top = labels.length > 1 ? `.${labels.at(-1)}` : ''
  return `${dotted(local)}@${dotted(labels.slice(0, -1).join('.') || domain)}${top}`
}

const address = /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*/gi
const token = /(?<![\w-])[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g

/** A text without personal data: error messages of others quote emails and tokens. */
export const withoutPersonalData = (text: string): string => text.replaceAll(token, '[hidden]').replaceAll(address, '[hidden]')
