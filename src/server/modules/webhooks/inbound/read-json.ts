// JSON from anybody: what JSON.parse accepts silently is refused here, with a reason.
import { inboundLimits } from '#contract/webhooks/inbound.ts'
import { AppError } from '#server/platform/errors.ts'

const refuse = (detail: string): never => {
  throw new AppError('VALIDATION_FAILED', { detail })
}

interface Level {
  /** The keys of an object; undefined: an array. */
  keys: Set<string> | undefined
  /** The next string is a key. */
  awaitsKey: boolean
}

const backslash = 92

/** Behind the string that begins here. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

/** A key may be written in several ways, with escapes. */
const keyOf = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

/** Of two equal keys one would win unseen. */
const noteKey = ({ keys }: Level, literal: string): void => {
  const key = keyOf(literal)
  if (keys?.has(key)) refuse(`The key ${JSON.stringify(key.slice(0, 80))} occurs twice in one object.`)
  keys?.add(key)
}

const open = (levels: Level[], isObject: boolean): void => {
  levels.push({ keys: isObject ? new Set() : undefined, awaitsKey: isObject })
  if (levels.length > inboundLimits.depth) refuse(`Values may be nested ${inboundLimits.depth} levels deep.`)
}

const expectKey = (level: Level | undefined, isNext: boolean): void => {
  if (level) level.awaitsKey = isNext && level.keys !== undefined
}

const signs: Record<string, (levels: Level[]) => void> = {
  '{': (levels) => open(levels, true),
  '[': (levels) => open(levels, false),
  '}': (levels) => void levels.pop(),
  ']': (levels) => void levels.pop(),
  ',': (levels) => expectKey(levels.at(-1), true),
  ':': (levels) => expectKey(levels.at(-1), false),
}

const quote = '"'

/** Depth and equal keys, before anything is parsed. Text that is no JSON passes: the parser says so. */
const checkStructure = (text: string): void => {
  const levels: Level[] = []
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === quote) {
      const end = endOfString(text, at)
      const level = levels.at(-1)
      if (level?.awaitsKey) noteKey(level, text.slice(at, end))
      at = end
    } else {
      signs[sign]?.(levels)
      at += 1
    }
  }
}

const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse("The body isn't valid UTF-8.")
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return refuse("The body isn't valid JSON.")
  }
}

/** One event, or up to a hundred. */
export const readItems = (bytes: Buffer): readonly unknown[] => {
  const text = decoded(bytes)
  checkStructure(text)
  const body = parsed(text)
  const items: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (items.length === 0) refuse('Send at least one event.')
  if (items.length > inboundLimits.items)
    throw new AppError('PAYLOAD_TOO_LARGE', { detail: `Send up to ${inboundLimits.items} events in one call.` })
  return items
}
