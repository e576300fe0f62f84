// What no client library would send: lines that are hardly HTTP.
import { connect } from 'node:net'
import type { Random } from '#sandbox/kit/random.ts'
import type { Answer, Attempt } from './send.ts'

const messages: readonly ((host: string) => string)[] = [
  (host) => `GET /users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nHost: other\r\nConnection: close\r\n\r\n`,
  () => `GET /users-api/users/ HTTP/1.1\r\nConnection: close\r\n\r\n`,
  () => `GET /users-api/users/ HTTP/1.0\r\n\r\n`,
  (host) => `GET http://elsewhere.example/users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `get /users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `FOO /users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `GET /users-api/users/ HTTP/9.9\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `GET /users-api/users/\u0000 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `GET /users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nX-A: a\u0000b\r\nConnection: close\r\n\r\n`,
  (host) => `GET /users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'x'.repeat(40_000)}\r\nConnection: close\r\n\r\n`,
  (host) => `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `POST /idp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -5\r\nConnection: close\r\n\r\nhello`,
  (host) => `POST /idp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello!`,
  (host) =>
    `POST /idp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nhello`,
  (host) =>
    `POST /idp HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`,
  (host) => `POST /idp HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: gzip\r\nConnection: close\r\n\r\n`,
  (host) =>
    `GET /agencies-api/live HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  (host) =>
    `POST /users-api/users/ HTTP/1.1\r\nHost: ${host}\r\nExpect: 200-nothing\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  (host) => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  (host) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  () => `\r\n\r\n\r\n`,
  () => `\u0016\u0003\u0001\u0002\u0000\u0001\u0000`,
  (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n X-Folded: a\r\n b\r\nConnection: close\r\n\r\n`,
]

export const rawAttempt = (url: string, random: Random): Attempt => {
  const body = random.pick(messages)(new URL(url).host)
  return {
    route: 'raw lines',
    how: 'over a bare connection',
    who: 'nobody',
    method: 'RAW',
    path: '/',
    headers: {},
    body,
    isValid: false,
  }
}

/** Long enough for any answer; a connection that stays open without one is closed by us. */
const patience = 2000

export const sendRaw = (url: string, { body = '' }: Attempt): Promise<Answer> =>
  new Promise((resolve) => {
    const began = performance.now()
    let text = ''
    const socket = connect(Number(new URL(url).port), 'localhost')
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => void (text += chunk.toString('latin1')))
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n')
      const [line = '', ...fields] = head.split('\r\n')
      const headers = Object.fromEntries(
        fields.map((field) => [field.split(':', 1)[0]?.toLowerCase() ?? '', field.slice(field.indexOf(':') + 1).trim()]),
      )
      const ms = performance.now() - began
      resolve({ status: Number(/^HTTP\/1\.\d (\d{3})/.exec(line)?.[1] ?? 0), headers, text: rest.join('\r\n\r\n'), ms })
    })
    socket.write(Buffer.from(body as string, 'latin1'))
  })
