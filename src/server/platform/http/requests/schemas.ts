// JSON Schemas from the contract: replies have exactly these properties.
import build, { type Schema } from 'fast-json-stringify'
import { z } from 'zod'
import type { Route } from '#contract/kit/route.ts'

const schemaOf = (body: z.ZodType): Schema => {
  const schema = z.toJSONSchema(body, { io: 'output', target: 'draft-7', reused: 'inline', unrepresentable: 'any' })
  return withoutIds(schema) as Schema
}

type Write = (value: unknown) => string

const written = new WeakMap<z.ZodType, Write>()

/** Writes only what the contract names, so that no other column reaches a browser. */
export const writerOf = (body: z.ZodType): Write => {
  const known = written.get(body)
  if (known) return known
  const write: Write = build(schemaOf(body))
  written.set(body, write)
  return write
}

/** Built for the first reply: most routes are never called in most processes. */
export const replySerialiser = ({ reply }: Route) => {
  if ('stream' in reply) return {}
  const { status, body } = reply
  return {
    // Fastify asks for a serializer if there is a schema; ours is that of the contract.
    schema: { response: { [status]: {} } },
    serializerCompiler: () => (value: unknown) => writerOf(body)(value),
  }
}

// Names of parts and checks of text do not matter for writing a value; the serializer would try to resolve them.
const notForWriting = new Set(['$schema', 'definitions', '$defs', 'id', '$id', 'pattern', 'format'])

/** How often a part may contain itself. What is deeper is not filtered, so the contract must not allow it. */
const nestedMax = 4

const timesIn = (all: readonly string[], wanted: string): number => all.filter((one) => one === wanted).length

/** The serializer compiles each schema separately: named parts are inlined. */
const withoutIds = (schema: unknown): unknown => {
  const root = schema as { definitions?: Record<string, unknown> }
  const walk = (node: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => walk(item, open))
    if (node === null || typeof node !== 'object') return node
    const { $ref, ...rest } = node as Record<string, unknown>
    if (typeof $ref === 'string')
      return timesIn(open, $ref) >= nestedMax ? {} : walk(root.definitions?.[$ref.split('/').at(-1) ?? ''], [...open, $ref])
    const kept = Object.entries(rest).filter(
      ([key, value]) => !(notForWriting.has(key) && (typeof value === 'string' || key.endsWith('efs') || key === 'definitions')),
    )
    return Object.fromEntries(kept.map(([key, value]) => [key, walk(value, open)]))
  }
  return walk(schema, [])
}
