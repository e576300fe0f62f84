// Time zones by today's names of the IANA database.

/** Browsers and Node know these zones under names that the database has replaced since. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const resolve = (name: string): string | undefined => {
  // Excluded by name: the sign of an offset has the opposite meaning in PostgreSQL, and an offset has no summer time.
  if (/^[+-]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export const isZone = (name: string): boolean => resolve(name) !== undefined

/** Today's name of a zone, for any alias or spelling; an unknown one stays as it is. */
export const todaysZone = (name: string): string => {
  const resolved = resolve(name) ?? name
  return renamed[resolved] ?? resolved
}

/** Zones of places: no fixed offsets, and no names of countries and offices that only represent a city. */
export const isPlace = (zone: string): boolean =>
  !/^(Etc|US|Canada|Brazil|Chile|Mexico|SystemV)\//.test(zone) && zone.includes('/')

/** All zones that can be chosen, universal time first. */
export const todaysZones = (): string[] => {
  const places = new Set(
    Intl.supportedValuesOf('timeZone')
      .map((zone) => renamed[zone] ?? zone)
      .filter(isPlace),
  )
  return ['UTC', ...[...places].toSorted()]
}
