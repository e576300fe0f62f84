import { language } from '../locale.ts'

/** As people write it: without the underscores of the standard. */
export const zoneLabel = (zone: string) => zone.replaceAll('_', ' ')

/** How far the zone is from universal time today, such as GMT+2; empty where the browser does not know it. */
export const zoneOffset = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}

/** Browsers list one spelling of each zone; what is stored already may be another one and stays. */
export const timeZonesWith = (stored: string | null): string[] => {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return stored && !known.includes(stored) ? [stored, ...known] : known
}
