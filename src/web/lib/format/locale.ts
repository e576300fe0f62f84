/** The language of the texts, and the locale for dates, numbers and money: the same for every user, as the texts are. */
export const language = 'en'
export const locale = 'en-US'
