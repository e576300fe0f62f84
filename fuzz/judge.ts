// What no answer may be, for any caller and any call.
import { errorEnvelope } from '#contract/kit/errors.ts'
import type { Answer, Attempt } from './send.ts'
import { codeOf, type Finding } from './tally.ts'

/** As long as our own client waits; a busy machine keeps this too. */
const slowMs = 30_000

/** An unavailable answer says until when, and why. */
const isFairlyUnavailable = ({ status, headers, text }: Answer): boolean =>
  status === 503 && headers['retry-after'] !== undefined && /"(detail|message)":"[^"]+/.test(text)

const failureOf = (answer: Answer): string | undefined => {
  if (answer.problem === 'not sent') return undefined
  if (answer.problem !== undefined) return `no answer: ${answer.problem}`
  if (answer.status < 500 || isFairlyUnavailable(answer)) return undefined
  return `answered ${answer.status} ${codeOf(answer)}`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRefusal = (path: string, body: unknown): boolean => {
  if (!path.startsWith('/idp')) return errorEnvelope.safeParse(body).success
  const { __type, message } = (body ?? {}) as Record<string, unknown>
  return typeof __type === 'string' && typeof message === 'string'
}

const formOf = ({ method, path }: Attempt, { status, text, headers }: Answer): string | undefined => {
  if (status < 400 || method === 'HEAD') return undefined
  if (!isRefusal(path, parsed(text))) return `a refusal in another form: ${text.slice(0, 200)}`
  return headers['x-content-type-options'] === 'nosniff' ? undefined : 'a refusal without the headers of every answer'
}

/** Traces of internals. */
const inside =
  /\n\s+at .{1,200}:\d+|node_modules|[\\/]src[\\/]server|violates .{1,40} constraint|syntax error at or near|relation "\w+"|column "\w+"|invalid input syntax|invalid byte sequence|ZodError|TypeError|RangeError|kysely|pgboss|ECONNREFUSED|-----BEGIN/i

const disclosureOf = ({ status, text, headers }: Answer): string | undefined => {
  const found = status >= 400 ? inside.exec(text + JSON.stringify(headers)) : null
  return found ? `tells how it is made: ${found[0].trim().slice(0, 80)}` : undefined
}

export const judge = (attempt: Attempt, answer: Answer): Finding[] => {
  const slow = answer.ms > slowMs ? `took ${Math.round(answer.ms)} ms` : undefined
  const found: [Finding['kind'], string | undefined][] = [
    ['failure', failureOf(answer)],
    ['form', answer.problem === undefined ? formOf(attempt, answer) : undefined],
    ['disclosure', disclosureOf(answer)],
    ['slow', slow],
  ]
  return found.flatMap(([kind, what]) => (what === undefined ? [] : [{ kind, what, attempt, answer }]))
}
