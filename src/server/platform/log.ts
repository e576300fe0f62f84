import { pino, type DestinationStream, type Logger } from 'pino'

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
  'ConfirmationCode',
  'email',
  'to',
]

const address = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*/gi
const token = /\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g

/** A text without what would tell of a person: error messages of others quote addresses and tokens. */
export const withoutPersons = (text: string): string => text.replaceAll(token, '[hidden]').replaceAll(address, '[hidden]')

export const createLog = (options: { level: string }, destination?: DestinationStream): Log =>
  pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: { err: pino.stdSerializers.errWithCause },
      hooks: { streamWrite: withoutPersons },
    },
    destination ?? pino.destination(1),
  )
