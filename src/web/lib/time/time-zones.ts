import { todaysZone, todaysZones } from '#contract/time-zones.ts'
import { language } from '../format/locale.ts'

/** As people write it: today's name, without the underscores of the standard. */
export const zoneLabel = (zone: string) => todaysZone(zone).replaceAll('_', ' ')

/** How far the zone is from universal time today, such as UTC+02:00; empty where the browser does not know it. */
export const zoneOffset = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts()
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC')
  } catch {
    return ''
  }
}

/** Today's zones; what is stored already stays, also where it is none of them. */
export const timeZonesWith = (stored: string | null): string[] => {
  const zones = todaysZones()
  return stored && !zones.includes(todaysZone(stored)) ? [stored, ...zones] : zones
}
