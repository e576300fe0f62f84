/** The language of the texts, and how it writes dates, numbers and money: the same for every reader, as the texts are. */
export const language = 'en'
export const locale = 'en-US'
