/** A text parameter of the address; the router parses digits as a number, so numbers count as text too. */
export const textFrom = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text.slice(0, 100)
}

export const choiceFrom = <const V extends string>(known: readonly V[], value: unknown): V | undefined =>
  known.find((choice) => choice === value)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const idFrom = (value: unknown): string | undefined => {
  const text = textFrom(value)?.toLowerCase()
  return text && uuid.test(text) ? text : undefined
}

/** Returns the sentence for a text that is not an id. */
export const idRule = (sentence: string) => (text: string) => (idFrom(text) ? undefined : sentence)

export const instantFrom = (value: unknown): string | undefined => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

type Present<O> = { [K in keyof O]?: Exclude<O[K], undefined> }

/** Leaves out undefined values, so that neither the address nor a call contains them. */
export const presentOf = <O extends object>(parts: O): Present<O> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Present<O>
