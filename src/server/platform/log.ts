import { pino, type DestinationStream, type Logger } from 'pino'
import { asLine } from './log-lines.ts'
import { withoutPersonalData } from './masks.ts'

export type Log = Logger

// Values with one of these names never reach a log line.
const secret = [
  'password',
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'refreshToken',
  'refresh_token',
  'auth_token',
  'ConfirmationCode',
  'email',
  'to',
]

// PostgreSQL quotes whole rows and parameters in these members of its errors; message, code, table and constraint are
// enough.
const quoting = new Set(['detail', 'hint', 'where', 'internalQuery', 'parameters'])
const depthMax = 12

/** A copy without them, at any depth of causes. */
const withoutRows = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  if (depth > depthMax) return '[deeper]'
  if (Array.isArray(value)) return value.map((one) => withoutRows(one, depth + 1))
  const kept = Object.entries(value).filter(([name]) => !quoting.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutRows(inner, depth + 1)]))
}

/** Readable lines on a terminal, JSON everywhere else. */
const standardOutput = (): DestinationStream =>
  process.stdout.isTTY ? { write: (json) => void process.stdout.write(asLine(json)) } : pino.destination(1)

export const createLog = (options: { level: string }, destination: DestinationStream = standardOutput()): Log =>
  pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: { err: (error: Error) => withoutRows(pino.stdSerializers.errWithCause(error)) },
      hooks: { streamWrite: withoutPersonalData },
    },
    destination,
  )
