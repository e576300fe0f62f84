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

const stringAt = /"(?:[^"\\]|\\.)*"/y

const endOfString = (text: string, start: number): number => {
  stringAt.lastIndex = start
  return stringAt.test(text) ? stringAt.lastIndex : text.length
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return refuse("The body isn't valid JSON.")
  }
}

/** Of two equal keys one would win unseen, also if one of them is written with escapes. */
const noteKey = ({ keys }: Level, literal: string): void => {
  const key = literal.includes('\\') ? String(parsed(literal)) : literal.slice(1, -1)
  if (keys?.has(key)) refuse(`The key ${literal.slice(0, 80)} occurs twice in one object.`)
  keys?.add(key)
}

const open = (levels: Level[], isObject: boolean): void => {
  levels.push({ keys: isObject ? new Set() : undefined, awaitsKey: isObject })
  if (levels.length > inboundLimits.depth) refuse(`Values may be nested ${inboundLimits.depth} levels deep.`)
}

const signs: Record<string, (levels: Level[]) => void> = {
  '{': (levels) => open(levels, true),
  '[': (levels) => open(levels, false),
  '}': (levels) => void levels.pop(),
  ']': (levels) => void levels.pop(),
  ',': (levels) => {
    const level = levels.at(-1)
    if (level) level.awaitsKey = level.keys !== undefined
  },
  ':': (levels) => {
    const level = levels.at(-1)
    if (level) level.awaitsKey = false
  },
}

/** Depth and equal keys, before anything is parsed. Text that is no JSON passes: the parser says so. */
const checkStructure = (text: string): void => {
  const levels: Level[] = []
  const structural = /["{}[\],:]/g
  for (let found = structural.exec(text); found; found = structural.exec(text)) {
    const [sign] = found
    signs[sign]?.(levels)
    if (sign !== '"') continue
    const end = endOfString(text, found.index)
    const level = levels.at(-1)
    if (level?.awaitsKey) noteKey(level, text.slice(found.index, end))
    structural.lastIndex = end
  }
}

const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse("The body isn't valid UTF-8.")
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
