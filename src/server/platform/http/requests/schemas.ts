// JSON Schemas made from the contract: what leaves the server has exactly these properties.
import { z } from 'zod'
import type { Route } from '#contract/route.ts'

/** Fastify's serialiser writes only what is named here, so a stray column never reaches a browser. */
export const replySchemas = (route: Route): Record<number, unknown> => {
  if ('stream' in route.reply) return {}
  const schema = z.toJSONSchema(route.reply.body, { io: 'output', target: 'draft-7', reused: 'inline', unrepresentable: 'any' })
  return { [route.reply.status]: withoutIds(schema) }
}

// Names of parts and checks of text say nothing about how to write a value; left in, the serialiser would look for them.
const notForWriting = new Set(['$schema', 'definitions', '$defs', 'id', '$id', 'pattern', 'format'])

/** The serialiser compiles each schema on its own: parts with a name are written out in place. */
const withoutIds = (schema: unknown): unknown => {
  const root = schema as { definitions?: Record<string, unknown> }
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const { $ref, ...rest } = node as Record<string, unknown>
    if (typeof $ref === 'string') return walk(root.definitions?.[$ref.split('/').at(-1) ?? ''])
    const kept = Object.entries(rest).filter(
      ([key, value]) => !(notForWriting.has(key) && (typeof value === 'string' || key.endsWith('efs') || key === 'definitions')),
    )
    return Object.fromEntries(kept.map(([key, value]) => [key, walk(value)]))
  }
  return walk(schema)
}
