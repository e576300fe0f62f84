// The only way to other machines. Limited in time and size, without redirects, and never to a machine of our own
// network.
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { isPublicAddress } from './public-address.ts'

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The timeout of the answer; absent: the default. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  text: string
}

/** Why there is no answer. Messages contain no address: its query may have a token. */
export class OutboundFailure extends Error {
  readonly kind: 'timeout' | 'connection' | 'too_large' | 'forbidden'
  constructor(kind: OutboundFailure['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export interface Outbound {
  send(what: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

interface Settings {
  /** Origins that may be in our own network: the sandboxes. */
  trusted: readonly string[]
  timeoutMs?: number
  maxBytes?: number
  /** How names are resolved, by default by the machine. */
  resolve?: Resolve
}

type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const timeout = 30_000
const largest = 32 * 1024 * 1024

/** A name is resolved once, and exactly the checked address is connected to. */
const publicOnly =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error('The name leads nowhere'), '', 4)
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new OutboundFailure('forbidden', 'This name leads into a private network'), '', 4)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

const decode = (bytes: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer => {
  if (encoding === 'gzip') return gunzipSync(bytes, { maxOutputLength })
  if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength })
  return bytes
}

const tooLarge = (): OutboundFailure => new OutboundFailure('too_large', 'The answer is larger than we take')

const isNamed = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.name)

const failureOf = (error: unknown): unknown => {
  if (error instanceof OutboundFailure) return error
  if (error instanceof Error && error.cause instanceof OutboundFailure) return error.cause
  if (isNamed(error, 'TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError'))
    return new OutboundFailure('timeout', 'No answer in time')
  // It would have been too large when decompressed.
  if (error instanceof RangeError) return tooLarge()
  return new OutboundFailure('connection', 'The connection could not be made or was lost')
}

const read = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/**
 * Aborts after the timeout, or when the caller aborts. AbortSignal.any would pile up listeners on a signal that lives
 * as long as a run.
 */
const limitsOf = (timeoutMs: number, outer: AbortSignal | undefined) => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs)
  const giveUp = (): void => controller.abort(outer?.reason)
  if (outer?.aborted) giveUp()
  outer?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    lift: (): void => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', giveUp)
    },
  }
}

export const createOutbound = ({
  trusted,
  timeoutMs: usual = timeout,
  maxBytes = largest,
  resolve = lookup,
}: Settings): Outbound => {
  // The timeout is set for each request.
  const limits = { headersTimeout: 0, bodyTimeout: 0, connections: 16, pipelining: 1 }
  const inside = new Agent(limits)
  const outside = new Agent({ ...limits, connect: { lookup: publicOnly(resolve), timeout: 10_000 } })
  const known = new Set(trusted.map((url) => new URL(url).origin))

  const agentFor = ({ origin, protocol, hostname }: URL): Agent => {
    if (known.has(origin)) return inside
    const address = hostname.replace(/^\[|\]$/g, '')
    if (protocol !== 'https:' || !isPublicAddress(address, { orName: true }))
      throw new OutboundFailure('forbidden', 'Only https addresses of the public network are called')
    return outside
  }

  return {
    async send({ method, url, headers = {}, body, timeoutMs = usual, signal }) {
      const limit = limitsOf(timeoutMs, signal)
      try {
        const answer = await request(url, {
          method,
          dispatcher: agentFor(new URL(url)),
          headers: { 'accept-encoding': 'gzip, br', ...headers },
          body: body ?? null,
          signal: limit.signal,
        })
        const flat = flatten(answer.headers)
        const bytes = await read(answer.body as AsyncIterable<Buffer>, maxBytes)
        return {
          status: answer.statusCode,
          headers: flat,
          text: decode(bytes, flat['content-encoding'], maxBytes).toString('utf8'),
        }
      } catch (error) {
        // The caller aborted, for its own reason.
        throw signal?.aborted ? error : failureOf(error)
      } finally {
        limit.lift()
      }
    },
    close: async () => {
      await Promise.all([inside.destroy(), outside.destroy()])
    },
  }
}
