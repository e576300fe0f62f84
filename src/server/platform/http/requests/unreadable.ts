// Invalid HTTP, or requests that wait for something we do not support: refused in the same form, then the connection is
// closed.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/kit/errors.ts'
import { AppError } from '../../errors.ts'
import { defaultHeaders } from '../headers.ts'

const refusalOf = (code: ErrorCode, detail: string) => {
  const requestId = randomUUID()
  const error = new AppError(code, { detail })
  const body = JSON.stringify(error.toEnvelope(requestId))
  const headers = {
    ...defaultHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  return { status: error.status, headers, body }
}

const problems: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['VALIDATION_FAILED', 'The request took too long.'],
}

export const answerUnreadable = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, headers, body } = refusalOf(...(problems[error.code ?? ''] ?? ['VALIDATION_FAILED', "This isn't valid HTTP."]))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status} Refused`, ...lines, '', body].join('\r\n'))
  socket.destroy(error)
}

export const answerUnknownExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
  const { status, headers, body } = refusalOf('VALIDATION_FAILED', 'Leave out the Expect header.')
  response.writeHead(status, headers).end(body)
}
