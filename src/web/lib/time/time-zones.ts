import { todaysZone, todaysZones } from '#contract/kit/time-zones.ts'
import { language } from '../format/locale.ts'

/** The browser takes a while for each zone, and a list of hundreds is drawn anew with every letter that somebody types beside it. */
const remembered = (ask: (zone: string) => string): ((zone: string) => string) => {
  const answers = new Map<string, string>()
  let hour = 0
  return (zone) => {
    const now = Math.floor(Date.now() / 3_600_000)
    // Where summer time has just begun or ended, the old answer is wrong.
    if (now !== hour) answers.clear()
    hour = now
    const answer = answers.get(zone) ?? ask(zone)
    answers.set(zone, answer)
    return answer
  }
}

/** As people write it: today's name, without the underscores of the standard. */
export const zoneLabel = remembered((zone) => todaysZone(zone).replaceAll('_', ' '))

/** How far the zone is from universal time today, such as UTC+02:00; empty where the browser does not know it. */
export const zoneOffset = remembered((zone) => {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(new Date())
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC')
  } catch {
    return ''
  }
})

/** Today's zones; what is stored already stays, also where it is none of them. */
export const timeZonesWith = (stored: string | null): string[] => {
  const zones = todaysZones()
  return stored && !zones.includes(todaysZone(stored)) ? [stored, ...zones] : zones
}
