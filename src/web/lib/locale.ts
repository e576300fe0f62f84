/** The language of the texts, and how it writes dates and numbers here. */
export const language = 'en'
export const locale = 'en-GB'
