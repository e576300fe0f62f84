// Small readings that every mapping needs.

/** Trimmed; nothing but spaces is not said. */
export const said = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return text === '' ? null : text
}

/** An instant as ISO 8601 in UTC, from ISO text with an offset or milliseconds since 1970; null if it is none. */
export const instantOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  const ms = typeof value === 'number' ? value : /^\d{12,14}$/.test(String(value)) ? Number(value) : Date.parse(String(value))
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
