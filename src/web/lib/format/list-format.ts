import { locale } from './locale.ts'

/** a, b, and c. */
export const listFormat = new Intl.ListFormat(locale, { type: 'conjunction' })
