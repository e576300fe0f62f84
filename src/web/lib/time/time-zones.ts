import { todaysZone, todaysZones } from '#contract/kit/time-zones.ts'
import { language } from '../format/locale.ts'

/** The browser needs time for each zone, and a list of hundreds renders again with every key that the user types. */
const remembered = (compute: (zone: string) => string): ((zone: string) => string) => {
  const answers = new Map<string, string>()
  let hour = 0
  return (zone) => {
    const now = Math.floor(Date.now() / 3_600_000)
    // When daylight saving time has just begun or ended, the cached result is wrong.
    if (now !== hour) answers.clear()
    hour = now
    const answer = answers.get(zone) ?? compute(zone)
    answers.set(zone, answer)
    return answer
  }
}

/** The current name, without the underscores of the standard. */
export const zoneLabel = remembered((zone) => todaysZone(zone).replaceAll('_', ' '))

/** The zone's offset from universal time today, such as UTC+02:00; empty when the browser does not know the zone. */
export const zoneOffset = remembered((zone) => {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(new Date())
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC')
  } catch {
    return ''
  }
})

/** The current zones, plus the stored one when it is not one of them. */
export const timeZonesWith = (stored: string | null): string[] => {
  const zones = todaysZones()
  return stored && !zones.includes(todaysZone(stored)) ? [stored, ...zones] : zones
}
