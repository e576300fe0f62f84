import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** As addresses are compared: lower case, without spaces around. Whatever else stands there compares to nothing. */
export const emailKey = (email: string | null): string | null => {
  const text = email?.trim().toLowerCase() ?? ''
  return text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}

/** E.164. A number that says its country is read at once; others need the rules of the country that they are from. */
export const phoneKey = (phone: string | null, country: string | null): string | null => {
  if (phone === null) return null
  const digits = phone.replaceAll(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  const home = country !== null && /^[a-z]{2}$/i.test(country) ? (country.toUpperCase() as CountryCode) : 'US'
  const parsed = parsePhoneNumberFromString(phone, home)
  return parsed?.isPossible() ? parsed.number : null
}
