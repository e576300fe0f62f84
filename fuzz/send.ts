// One request, recorded so that it can be repeated, and its answer.
import { Pool } from 'undici'

export interface Attempt {
  /** Which call it is about. */
  route: string
  /** What was done to it. */
  how: string
  who: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** Whether the contract accepts it: then a handler answers. */
  isValid: boolean
}

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  ms: number
  /** Why there is no answer. */
  problem?: string
}

export interface Sender {
  send(attempt: Attempt): Promise<Answer>
  close(): Promise<void>
}

/** Longer than any timeout of the product. */
const patience = 45_000

const headersOf = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** A stream of events is endless: only its beginning is read. */
const textOf = async (body: AsyncIterable<Buffer>, isEndless: boolean): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of body) {
    chunks.push(chunk)
    if (isEndless) break
  }
  return Buffer.concat(chunks).toString()
}

/** What our own client refuses to send never reached the product. */
const neverSent = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_CHAR', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'])

export const createSender = (url: string): Sender => {
  const pool = new Pool(url, { connections: 16, headersTimeout: patience, bodyTimeout: patience, pipelining: 1 })
  return {
    async send({ method, path, headers, body }) {
      const began = performance.now()
      try {
        const answer = await pool.request({ method, path, headers, body: body ?? null })
        const answered = headersOf(answer.headers)
        const text = await textOf(answer.body, answered['content-type'] === 'text/event-stream')
        return { status: answer.statusCode, headers: answered, text, ms: performance.now() - began }
      } catch (error) {
        const { code = '', message } = error as Error & { code?: string }
        const problem = neverSent.has(code) ? 'not sent' : `${code} ${message}`
        return { status: 0, headers: {}, text: '', ms: performance.now() - began, problem }
      }
    },
    close: () => pool.destroy(),
  }
}
