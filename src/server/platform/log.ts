import { pino, type Logger } from 'pino'

export type Log = Logger

// Whatever carries one of these names never reaches a log line.
const secret = [
  'password',
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'refreshToken',
  'refresh_token',
  'auth_token',
  'code',
  'email',
  'to',
]

export const createLog = (options: { level: string }): Log =>
  pino({
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: pino.stdSerializers.errWithCause },
  })
