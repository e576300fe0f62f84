// HubSpot's refusals.
import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export const problem = (message: string, category: string, more: Record<string, unknown> = {}) => ({
  status: 'error',
  message,
  correlationId: randomUUID(),
  category,
  ...more,
})

export const invalid = (reply: FastifyReply, message: string) => reply.status(400).send(problem(message, 'VALIDATION_ERROR'))

export const notFound = (reply: FastifyReply, message = 'Object not found') =>
  reply.status(404).send(problem(message, 'OBJECT_NOT_FOUND'))

const limits = { TEN_SECONDLY_ROLLING: 'ten_secondly_rolling', SECONDLY: 'secondly', DAILY: 'daily' }

export const throttled = (policyName: keyof typeof limits) => ({
  status: 'error',
  message: `You have reached your ${limits[policyName]} limit.`,
  errorType: 'RATE_LIMIT',
  correlationId: randomUUID(),
  policyName,
  requestId: randomUUID(),
})

export const json = (reply: FastifyReply, text: string, status = 200) =>
  reply.status(status).type('application/json; charset=utf-8').send(text)

/** Repeated parameters and comma-separated lists are equal. */
export const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
    .map((name) => name.trim())
    .filter(Boolean)

/** A whole number between 1 and the limit; null: an invalid value. */
export const limitOf = (value: unknown, { usual, max }: { usual: number; max: number }): number | null => {
  if (value === undefined || value === '') return usual
  const limit = Number(value)
  return Number.isInteger(limit) && limit >= 1 && limit <= max ? limit : null
}
