import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Input, Route } from '#contract/kit/route.ts'
import { AppError } from '../../errors.ts'

const sentence = (issue: z.core.$ZodIssue): { detail: string; field?: string } => {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return { detail: `Unknown ${issue.keys.length > 1 ? 'fields' : 'field'}: ${issue.keys.join(', ')}.` }
  const text = issue.message.endsWith('.') ? issue.message : `${issue.message}.`
  return field === '' ? { detail: text } : { detail: issue.message.startsWith('Invalid') ? `${field}: ${text}` : text, field }
}

/** PostgreSQL cannot store the character zero, and half of a character is stored as another one. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable)
}

const parsePart = (schema: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown => {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success && isStorable(parsed.data)) return parsed.data
  const issue = parsed.error?.issues[0]
  // An invalid id belongs to nothing that exists.
  if (part === 'params') throw new AppError('NOT_FOUND')
  const code = part === 'query' && issue?.code === 'unrecognized_keys' ? 'UNKNOWN_FILTER' : 'VALIDATION_FAILED'
  throw new AppError(code, issue === undefined ? { detail: 'Control characters are not allowed.' } : sentence(issue))
}

/** Parses params, query and body by the contract; reports the first problem as a text. */
export const parseInput = (route: Route, request: FastifyRequest): Input<Route> => ({
  params: parsePart(route.params, request.params, 'params') as never,
  query: parsePart(route.query, request.query, 'query') as never,
  body: parsePart(route.body, request.body ?? {}, 'body'),
})
