/** What the address says, once it is known to be text; the router reads a number as one. */
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

/** The sentence for a text that is no id. */
export const idRule = (sentence: string) => (text: string) => (idFrom(text) ? undefined : sentence)

export const instantFrom = (value: unknown): string | undefined => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

type Given<O> = { [K in keyof O]?: Exclude<O[K], undefined> }

/** Leaves out what is not said, so that neither the address nor a call carries it. */
export const presentOf = <O extends object>(parts: O): Given<O> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Given<O>
