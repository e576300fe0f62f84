import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** The key by which emails are compared: lower case, without surrounding spaces. Anything that is not an email has no key. */
export const emailKey = (email: string | null): string | null => {
  const text = email?.trim().toLowerCase() ?? ''
  return text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}

/** E.164. A number with a country code is parsed directly; others need the rules of the contact's country. */
export const phoneKey = (phone: string | null, country: string | null): string | null => {
  if (phone === null) return null
  const digits = phone.replaceAll(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  const home = country !== null && /^[a-z]{2}$/i.test(country) ? (country.toUpperCase() as CountryCode) : 'US'
  const parsed = parsePhoneNumberFromString(phone, home)
  return parsed?.isPossible() ? parsed.number : null
}
