// Values that a schema of the contract accepts, made from the schema itself.
import { z } from 'zod'
import type { Random } from '#sandbox/kit/random.ts'

export interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  items?: Shape
  anyOf?: Shape[]
  allOf?: Shape[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  $ref?: string
  $defs?: Record<string, Shape>
}

/** What to put into a text field, or undefined if any text will do. */
export type Supply = (field: string) => string | undefined

export type Path = (string | number)[]

const known = new WeakMap<z.ZodType, Shape>()

/** Named parts are inlined. One that contains itself is inlined once. */
const resolved = (shape: Shape, names: Record<string, Shape>, open: readonly string[] = []): Shape => {
  const { $ref } = shape
  if ($ref !== undefined)
    return open.includes($ref) ? {} : resolved(names[$ref.split('/').at(-1) ?? ''] ?? {}, names, [...open, $ref])
  const walk = (inner: Shape): Shape => resolved(inner, names, open)
  return {
    ...shape,
    ...(shape.properties
      ? { properties: Object.fromEntries(Object.entries(shape.properties).map(([name, inner]) => [name, walk(inner)])) }
      : {}),
    ...(shape.items ? { items: walk(shape.items) } : {}),
    ...(shape.anyOf ? { anyOf: shape.anyOf.map(walk) } : {}),
  }
}

export const shapeOf = (schema: z.ZodType): Shape => {
  const found = known.get(schema)
  if (found) return found
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  const shape = resolved(whole, whole.$defs ?? {})
  known.set(schema, shape)
  return shape
}

/** Every member, at any depth. */
export const pathsOf = (shape: Shape, path: Path = []): Path[] => [
  path,
  ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => pathsOf(inner, [...path, name])),
  ...(shape.items ? pathsOf(shape.items, [...path, 0]) : []),
  ...(shape.anyOf ?? []).flatMap((inner) => pathsOf(inner, path).slice(1)),
]

/** Texts that some rule of the contract requires; the schema itself decides which of them matches. */
const texts = [
  'A good reason',
  'true',
  'EUR',
  'Europe/London',
  'name@example.com',
  '1',
  'created_at:desc',
  'all',
  'https://example.com/',
  '2026-01-31',
]

const byFormat: Record<string, () => string> = {
  uuid: () => '01890a5d-ac96-774b-bcce-b302099a8057',
  'date-time': () => '2026-01-31T10:00:00Z',
  date: () => '2026-01-31',
}

const textFor = ({ format, pattern }: Shape, random: Random): string => {
  const choice = /^\^\(([\w|]+)\):\(asc\|desc\)\$$/.exec(pattern ?? '')?.[1]
  if (choice !== undefined) return `${random.pick(choice.split('|'))}:${random.pick(['asc', 'desc'])}`
  return byFormat[format ?? '']?.() ?? texts[0] ?? ''
}

const numberFor = ({ minimum = 0, maximum = 100 }: Shape, random: Random): number => {
  const from = Math.max(minimum, 0)
  return from + random.below(Math.max(1, Math.min(maximum, 100) - from))
}

const objectFor = (shape: Shape, make: (inner: Shape, field: string) => unknown, random: Random): object => {
  const members = Object.entries(shape.properties ?? {})
  const chosen = members.filter(([name]) => shape.required?.includes(name) || random.chance(0.7))
  const extra =
    typeof shape.additionalProperties === 'object' && members.length === 0 ? { name: make({ type: 'string' }, 'name') } : {}
  return { ...extra, ...Object.fromEntries(chosen.map(([name, inner]) => [name, make(inner, name)])) }
}

interface Making {
  supply: Supply
  random: Random
}

const makers: Record<string, (shape: Shape, making: Making, field: string) => unknown> = {
  string: (shape, { supply, random }, field) => supply(field) ?? textFor(shape, random),
  number: (shape, { random }) => numberFor(shape, random),
  integer: (shape, { random }) => numberFor(shape, random),
  boolean: (_shape, { random }) => random.chance(0.5),
  null: () => null,
  array: (shape, making, field) =>
    Array.from({ length: 1 + making.random.below(2) }, () => valueOf(shape.items ?? {}, making, field)),
  object: (shape, making) => objectFor(shape, (inner, name) => valueOf(inner, making, name), making.random),
}

const valueOf = (shape: Shape, making: Making, field = ''): unknown => {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return making.random.pick(shape.enum)
  if (shape.anyOf) return valueOf(making.random.pick(shape.anyOf), making, field)
  return (makers[shape.type ?? 'string'] ?? makers['string'])?.(shape, making, field)
}

/** The same value with another one at one path. */
export const withValueAt = (whole: unknown, [first, ...rest]: Path, value: unknown): unknown => {
  if (first === undefined) return value
  if (Array.isArray(whole)) return whole.map((one, index) => (index === Number(first) ? withValueAt(one, rest, value) : one))
  const old = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {}
  return { ...old, [first]: withValueAt(old[first], rest, value) }
}

/** What the schema refuses is retried with other texts; if nothing matches, the best one is used. */
export const fill = (schema: z.ZodType, making: Making): unknown => {
  let value = valueOf(shapeOf(schema), making)
  for (const text of texts) {
    const { error } = schema.safeParse(value)
    if (!error) return value
    for (const { path } of error.issues) value = withValueAt(value, path as Path, text)
  }
  return value
}
