// Faults with which a vendor can be made to misbehave, as real ones do.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const faultKinds = ['slow', 'stall', 'throttle', 'outage', 'drop', 'malformed', 'odd_shape'] as const
type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** How many requests it affects; absent: until it is removed. */
  times?: number | undefined
  /** Requests that pass before the first affected one. */
  after?: number | undefined
  /** Only addresses that contain this text. */
  path?: string | undefined
  /** For `slow`: how long. For `throttle`: the time to wait that the vendor reports, if it can; absent: its default. */
  ms?: number | undefined
}

/** A vendor's own forms of failures. */
export interface FaultShapes {
  throttle(reply: FastifyReply, ms?: number): unknown
  outage(reply: FastifyReply): unknown
}

interface RequestLine {
  at: number
  method: string
  /** Path and query as requested. */
  url: string
  status: number
}

const logMax = 5000

export class Faults {
  #set: Fault[] = []
  #cleared = Promise.withResolvers<void>()
  readonly log: RequestLine[] = []
  /** Whether the vendor's own rate limits are enforced. */
  limitsAreOn = true
  /** How many results of one search can be read, if the vendor has such a limit. */
  searchReach = 10_000

  list(): readonly Fault[] {
    return this.#set
  }
  add(fault: Fault): void {
    this.#set.push({ ...fault })
  }
  clear(): void {
    this.#set = []
    this.#cleared.resolve()
    this.#cleared = Promise.withResolvers<void>()
  }
  /** For `stall`: until every fault is removed. */
  untilCleared(): Promise<void> {
    return this.#cleared.promise
  }
  note(line: RequestLine): void {
    this.log.push(line)
    if (this.log.length > logMax) this.log.splice(0, this.log.length - logMax)
  }
  /** The fault that affects this request, if any. */
  hit(url: string): Fault | undefined {
    for (const fault of this.#set) {
      if (fault.path !== undefined && !url.includes(fault.path)) continue
      if (fault.after !== undefined && fault.after > 0) {
        fault.after -= 1
        continue
      }
      if (fault.times !== undefined) {
        if (fault.times <= 0) continue
        fault.times -= 1
      }
      return fault
    }
    return undefined
  }
}

/** As an HTTP header, if a time was given. */
export const restFor = (reply: FastifyReply, ms: number | undefined): void => {
  if (ms !== undefined) void reply.header('retry-after', Math.ceil(ms / 1000))
}

const hitBy = new WeakMap<FastifyRequest, Fault>()

/** Half of an answer, and then nothing: as when a connection breaks in the middle of a page. */
const breakOff = (reply: FastifyReply, payload: string): void => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) })
  reply.raw.write(payload.slice(0, Math.floor(payload.length / 2)), () => reply.raw.destroy())
}

/** Applies the faults to every API call in this scope. Consent pages are outside of it. */
export const applyFaults = (app: FastifyInstance, faults: Faults, shapes: FaultShapes): void => {
  app.addHook('onRequest', async (request, reply) => {
    const fault = faults.hit(request.url)
    if (!fault) return undefined
    hitBy.set(request, fault)
    if (fault.kind === 'slow') await new Promise((done) => setTimeout(done, fault.ms ?? 500))
    if (fault.kind === 'stall') await faults.untilCleared()
    if (fault.kind === 'throttle') return reply.send(shapes.throttle(reply, fault.ms))
    if (fault.kind === 'outage') return reply.send(shapes.outage(reply))
    return undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const kind = hitBy.get(request)?.kind
    const text = typeof payload === 'string' ? payload : ''
    if (kind === 'drop') breakOff(reply, text)
    if (kind === 'malformed') return text.slice(0, Math.max(1, Math.floor(text.length * 0.7)))
    if (kind === 'odd_shape') return JSON.stringify({ unexpected: [true] })
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    faults.note({ at: Date.now(), method: request.method, url: request.url, status: reply.statusCode })
  })
}

/** A vendor's own limit: this many requests in this many milliseconds, for each account. */
export const createWindow = (requests: number, perMs: number) => {
  const seen = new Map<string, number[]>()
  return {
    /** Milliseconds until there is room again; 0: there is. */
    take(account: string, now = Date.now()): number {
      const recent = (seen.get(account) ?? []).filter((at) => at > now - perMs)
      if (recent.length >= requests) {
        seen.set(account, recent)
        return (recent[0] ?? now) + perMs - now
      }
      recent.push(now)
      seen.set(account, recent)
      return 0
    },
  }
}
