/** The first letter and as many dots as were letters, up to a number: the length of a name tells something too. */
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

/** Whoever was forgotten. The end of the id tells two of them apart; its beginning is only the time at which it was made. */
export const deletedName = (id: string): string => `Deleted user ${id.slice(-4)}`

/** Whatever somebody can be written to by; anything else tells nobody who they are. */
export const maskAddress = <T extends string | null>(text: T): T | string => (text?.includes('@') ? maskEmail(text) : text)

/** The last two digits: enough to tell a few numbers apart, and too little to call anybody. */
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

/** A text without what would tell of a person: error messages of others quote addresses and tokens. */
export const withoutPersonalData = (text: string): string => text.replaceAll(token, '[hidden]').replaceAll(address, '[hidden]')
