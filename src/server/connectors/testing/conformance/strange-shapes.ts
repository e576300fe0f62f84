// Answers in undocumented forms, made from the recorded one.

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members that contain rows; if there are none, all of them. */
const tellingOf = (body: Members): string[] => {
  const rows = Object.keys(body).filter((name) => Array.isArray(body[name]) && body[name].some(isObject))
  return rows.length > 0 ? rows : Object.keys(body)
}

const withMembers = (text: string, change: (name: string, value: unknown) => [string, unknown]): string | null => {
  const body: unknown = JSON.parse(text)
  if (!isObject(body)) return null
  const telling = new Set(tellingOf(body))
  return JSON.stringify(
    Object.fromEntries(Object.entries(body).map(([name, value]) => (telling.has(name) ? change(name, value) : [name, value]))),
  )
}

/** Each is what the vendor sends instead of an answer; null if the answer has nothing to change. */
export const strangeShapes: Readonly<Record<string, (text: string) => string | null>> = {
  'an empty object': () => '{}',
  nothing: () => '',
  null: () => 'null',
  'an empty list': () => '[]',
  'another object': () => '{"unexpected":[true]}',
  'a page for people': () => '<!doctype html><title>We are back soon</title>',
  'half of it': (text) => text.slice(0, Math.floor(text.length * 0.7)),
  'renamed members': (text) => withMembers(text, (name, value) => [`${name}V2`, value]),
  'members that are null': (text) => withMembers(text, (name) => [name, null]),
  'text instead of lists': (text) => withMembers(text, (name, value) => [name, Array.isArray(value) ? 'strange' : [['strange']]]),
}

/** Rows without any known member; null if there are no rows. */
export const withStrangeRows = (text: string): string | null => {
  let changed = 0
  const body = withMembers(text, (name, value) => {
    if (!Array.isArray(value) || !value.some(isObject)) return [name, value]
    changed += 1
    return [name, value.map(() => ({ unexpected: true }))]
  })
  return changed === 0 ? null : body
}
