// Time zones by the names that the IANA database gives them today.

/** Browsers and Node keep these zones under names that the database has replaced since. */
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
  // By name: the sign of an offset means the opposite to PostgreSQL, and an offset knows no summer.
  if (/^[+-]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export const isZone = (name: string): boolean => resolve(name) !== undefined

/** Today's name of a zone, whatever alias or spelling it is known by here; an unknown one stays as it is. */
export const todaysZone = (name: string): string => {
  const resolved = resolve(name) ?? name
  return renamed[resolved] ?? resolved
}

/** Places that people live by: no fixed offsets, and no names of countries and offices that only stand for a city. */
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
