// Days of the calendar, as ISO text and as people read them.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/
const readDay = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/

/** Whether a text is a day such as 2025-07-01. Records of a CRM are not older than computers. */
export const isDay = (text: string): boolean => {
  if (!isoDay.test(text) || text < '1900-01-01') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** 2025-07-01 as 1 Jul 2025. */
export const dayInWords = (day: string): string => {
  const [, year, month, date] = isoDay.exec(day) ?? []
  return year === undefined ? day : `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`
}

/** 1 Jul 2025 as 2025-07-01. */
export const dayFromWords = (words: string): string | undefined => {
  const [, date, month, year] = readDay.exec(words) ?? []
  const index = months.indexOf(month as (typeof months)[number])
  const day = `${year}-${String(index + 1).padStart(2, '0')}-${(date ?? '').padStart(2, '0')}`
  return isDay(day) ? day : undefined
}
