// Small readings that every mapping needs.

/** Trimmed; nothing but spaces is not said. */
export const said = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return text === '' ? null : text
}

/** Already as we write it. */
const isoForm = /^[12]\d{3}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/

/** Not every month has 31 days; only towards its end it is worth a look. */
const isThere = (instant: string): boolean =>
  Number(instant.slice(8, 10)) < 29 || new Date(Date.parse(instant)).toISOString() === instant

/** An instant as ISO 8601 in UTC, from ISO text with an offset or milliseconds since 1970; null if it is none. */
export const instantOf = (value: unknown): string | null => {
  if (typeof value === 'string' && isoForm.test(value)) return isThere(value) ? value : null
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
  const ms = typeof value === 'number' || /^\d{12,14}$/.test(value) ? Number(value) : Date.parse(value)
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null
}

/** A decimal number as text; null if it is none. Minus signs are kept: what the CRM says is what we store. */
export const amountOf = (value: unknown): string | null => {
  const text = said(value)
  return text !== null && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? text : null
}

export const currencyOf = (value: unknown): string | null => {
  const text = said(value)?.toUpperCase() ?? null
  return text !== null && /^[A-Z]{3}$/.test(text) ? text : null
}

/** The later of two instants in ISO form. */
export const later = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

/** UTM parameters and click ids of an address that somebody landed on. */
export const utmOf = (address: string | null) => {
  const query = address !== null && URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  const first = (...names: string[]) => names.map((name) => said(query.get(name))).find((value) => value !== null) ?? null
  return {
    source: first('utm_source'),
    medium: first('utm_medium'),
    campaign: first('utm_campaign'),
    clickId: first('gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'),
  }
}
