// Calls to a vendor: authorization, rate limits, retries, and parsing of every answer.
import type { z } from 'zod'
import { OutboundFailure, type Outbound, type OutboundAnswer, type OutboundRequest } from '#server/platform/outbound/send.ts'
import { ConnectorFailure, type Refusal } from '../failures.ts'
import { jsonOf, parseAnswer } from '../wire.ts'

type Value = string | number | boolean
type Query = Readonly<Record<string, Value | readonly Value[] | undefined>>

export interface VendorCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base, or a complete address that the vendor returned: it must have the same origin. */
  path: string
  /** Lists are repeated: `a=1&a=2`. */
  query?: Query
  headers?: Readonly<Record<string, string>>
  json?: unknown
  form?: Readonly<Record<string, string>>
  /** What it is about, for the error text of an invalid answer: `contacts`. */
  about: string
}

export interface VendorAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Parsed, if it is JSON; otherwise undefined. */
  body: unknown
  text: string
}

export interface VendorHttp {
  /** The vendor's name, for error texts. */
  vendor: string
  send: (call: VendorCall) => Promise<VendorAnswer>
  /** The answer of a successful call in the documented form. */
  get<T>(schema: z.ZodType<T>, call: VendorCall): Promise<T>
}

/** The token of the account, renewed once for all callers that notice its expiry. */
export interface TokenProvider {
  current: () => Promise<string>
  renew: (stale: string) => Promise<string>
}

/** Shared by all workers that call the same account. */
export interface Budget {
  /** Waits for a slot. */
  take: (signal: AbortSignal | undefined) => Promise<void>
  /** No caller sends requests for this long. */
  pause: (ms: number) => Promise<void>
}

interface LineParts {
  vendor: string
  outbound: Outbound
  base: string
  authorize: (token: string) => Readonly<Record<string, string>>
  refusalOf: (answer: VendorAnswer) => Refusal | null
  /** Absent in sessions for token calls. */
  keys?: TokenProvider
  /** Vendors may issue tokens on another host; the connector names it, never an answer. */
  isForTokens?: true
  budget: Budget
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  signal?: AbortSignal
  /** Called for every request that was sent. */
  onRequest?: () => void
  /** Called when the vendor asks us to wait, with the time. */
  onThrottled?: (ms: number) => void
  /** The timeout of an answer. Absent: as long as a user at a screen waits. */
  timeoutMs?: number
  /** Never repeated automatically: the caller decides. */
  isTriedOnce?: true
}

const attemptsMax = 5
/** For a longer pause the worker does not wait: the run is resumed later. */
const longestWait = 60_000
const random = (): number => 0.5 + Math.random() / 2

const searchOf = (query: Query = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  const text = search.toString()
  return text && `?${text}`
}

const addressOf = ({ vendor, base, isForTokens }: LineParts, { path, query }: VendorCall): string => {
  if (!/^https?:/i.test(path)) return base.replace(/\/$/, '') + path + searchOf(query)
  if (!isForTokens && new URL(path).origin !== new URL(base).origin)
    throw new ConnectorFailure('bad_answer', `${vendor} sent us to an address that isn't its own.`)
  return path
}

const readAnswer = ({ status, headers, text }: OutboundAnswer): VendorAnswer => ({ status, headers, text, body: jsonOf(text) })

const noAnswer = (error: OutboundFailure, vendor: string, about: string): ConnectorFailure => {
  const details = { technical: `${about}: ${error.kind}`, isTimeout: error.kind === 'timeout' }
  if (error.kind === 'forbidden') return new ConnectorFailure('refused', `${error.message}.`, details)
  if (error.kind === 'too_large') return new ConnectorFailure('bad_answer', `${error.message}.`, details)
  return new ConnectorFailure('unavailable', `${vendor} didn't respond. This usually resolves itself.`, details)
}

const whyRefused: Readonly<Record<number, (vendor: string) => string>> = {
  403: (vendor) => `We don't have access to this in ${vendor}. Check the permissions there, then reconnect.`,
  404: (vendor) => `${vendor} couldn't find what we asked for. Check that it still exists, and what you entered when connecting.`,
}

const plainRefusal = ({ status }: VendorAnswer, vendor: string): Refusal | null => {
  if (status >= 200 && status < 300) return null
  if (status === 429) return { kind: 'rate_limited', message: `${vendor} asked us to slow down. We'll resume automatically.` }
  if (status >= 500)
    return { kind: 'unavailable', message: `${vendor} is having problems right now. This usually resolves itself.` }
  if (status >= 300 && status < 400)
    return { kind: 'bad_answer', message: `${vendor} redirected us to another address, which we don't follow.` }
  const why = whyRefused[status]?.(vendor)
  return { kind: 'refused', message: why ?? `${vendor} rejected our request. Check what you entered when connecting.` }
}

/** Seconds or a date, as in HTTP. */
export const retryAfterOf = (headers: VendorAnswer['headers'], now = Date.now()): number | undefined => {
  const text = headers['retry-after']
  if (text === undefined || text === '') return undefined
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const isPassing = (failure: ConnectorFailure): boolean => failure.kind === 'rate_limited' || failure.kind === 'unavailable'

const bodyOf = ({ json, form }: VendorCall): { body?: string; type?: string } => {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  return form === undefined ? {} : { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
}

const requestOf = (parts: LineParts, call: VendorCall, token: string | undefined): OutboundRequest => {
  const { body, type } = bodyOf(call)
  return {
    method: call.method ?? 'GET',
    url: addressOf(parts, call),
    headers: {
      accept: 'application/json',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(token === undefined ? {} : parts.authorize(token)),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs: parts.timeoutMs,
  }
}

export const createVendorHttp = (parts: LineParts): VendorHttp => {
  const { outbound, keys, budget, signal, timeoutMs = 0 } = parts
  const triesMax = parts.isTriedOnce ? 1 : attemptsMax

  const attempt = async (call: VendorCall, token: string | undefined): Promise<VendorAnswer> => {
    await budget.take(signal)
    parts.onRequest?.()
    try {
      return readAnswer(await outbound.send({ ...requestOf(parts, call, token), signal }))
    } catch (error) {
      throw error instanceof OutboundFailure ? noAnswer(error, parts.vendor, call.about) : error
    }
  }

  const failed = ({ kind, message, retryAfterMs }: Refusal, status: number, about: string): ConnectorFailure =>
    new ConnectorFailure(kind === 'token_expired' ? 'auth_lost' : kind, message, {
      retryAfterMs,
      status,
      technical: `${about}: status ${status}`,
    })

  /** With the known token, and once more with a new one if it had expired. */
  const withKey = async (call: VendorCall): Promise<VendorAnswer> => {
    const token = await keys?.current()
    const answer = await attempt(call, token)
    const refusal = parts.refusalOf(answer) ?? plainRefusal(answer, parts.vendor)
    if (!refusal) return answer
    if (refusal.kind !== 'token_expired' || !keys || token === undefined) throw failed(refusal, answer.status, call.about)
    const second = await attempt(call, await keys.renew(token))
    const again = parts.refusalOf(second) ?? plainRefusal(second, parts.vendor)
    if (again) throw failed(again, second.status, call.about)
    return second
  }

  const waitFor = (failure: ConnectorFailure, tried: number): number => {
    // A second long timeout would end the session before the failure could be recorded.
    if (failure.isTimeout && timeoutMs > longestWait) return Number.POSITIVE_INFINITY
    return failure.retryAfterMs ?? Math.round(1000 * 2 ** (tried - 1) * random())
  }

  const send: VendorHttp['send'] = async (call) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await withKey(call)
      } catch (error) {
        if (!(error instanceof ConnectorFailure) || !isPassing(error) || tried >= triesMax) throw error
        const ms = waitFor(error, tried)
        if (ms > longestWait) throw error
        if (error.kind === 'rate_limited') {
          parts.onThrottled?.(ms)
          await budget.pause(ms)
        }
        await parts.wait(ms, signal)
      }
    }
  }

  return {
    vendor: parts.vendor,
    send,
    async get(schema, call) {
      const { body } = await send(call)
      return parseAnswer(schema, body, call.about, parts.vendor)
    },
  }
}
