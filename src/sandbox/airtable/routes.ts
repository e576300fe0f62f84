import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyFaults, createWindow, restFor } from '../kit/faults.ts'
import type { SandboxAccount } from '../kit/store.ts'
import type { Vendor, VendorParts } from '../kit/vendor.ts'
import { createEdits } from './edits.ts'
import { AirtableError, errorBody, throttled, unknownModel } from './errors.ts'
import { createAdminApi } from './admin-api.ts'
import { createListing, type ListQuery } from './listing.ts'
import { createBases, prefix, type Bases, type BaseTable } from './state.ts'

const penalty = 30_000

const paramsOf = (request: FastifyRequest): Record<string, string> => request.params as Record<string, string>
const listOf = (value: unknown): string[] => [value ?? []].flat().map(String)

/** Who calls, and for which base. A base of another user is not found. */
const createGate = ({ store, faults }: VendorParts, bases: Bases) => {
  const perBase = createWindow(5, 1000)
  const punished = new Map<string, number>()
  const userOf = (request: FastifyRequest): SandboxAccount => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const account = token === undefined ? undefined : store.accounts(prefix).find(({ facts }) => facts['token'] === token)
    if (!account) throw new AirtableError(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')
    return account
  }
  return {
    userOf,
    baseOf(request: FastifyRequest): string {
      const { account } = userOf(request)
      if (paramsOf(request)['base'] !== account) throw unknownModel()
      return account
    },
    tableOf(request: FastifyRequest): { base: string; table: BaseTable } {
      const base = this.baseOf(request)
      const table = bases.table(base, paramsOf(request)['table'] ?? '')
      if (!table) throw unknownModel()
      return { base, table }
    },
    /** After too many requests in a second, the base is blocked for half a minute. */
    isThrottled(base: string, now = Date.now()): boolean {
      if (!faults.limitsAreOn || base === '') return false
      if ((punished.get(base) ?? 0) > now) return true
      if (perBase.take(base, now) === 0) return false
      punished.set(base, now + penalty)
      return true
    },
  }
}
type Gate = ReturnType<typeof createGate>

const registerMeta = (api: FastifyInstance, gate: Gate, bases: Bases): void => {
  api.get('/v0/meta/whoami', (request, reply) => {
    const { facts } = gate.userOf(request)
    return reply.send({ id: facts['user'], email: facts['email'], scopes: (facts['scopes'] ?? '').split(' ') })
  })
  api.get('/v0/meta/bases', (request, reply) => {
    const { account, name } = gate.userOf(request)
    return reply.send({ bases: [{ id: account, name, permissionLevel: 'read' }] })
  })
  api.get('/v0/meta/bases/:base/tables', (request, reply) => reply.send({ tables: bases.tables(gate.baseOf(request)) }))
}

const askedOf = (query: Record<string, unknown>): ListQuery => ({
  ...query,
  fields: listOf(query['fields'] ?? query['fields[]']),
})

const registerRecords = (api: FastifyInstance, { store }: VendorParts, gate: Gate, bases: Bases): void => {
  const list = createListing(store, bases)
  const edits = createEdits(bases)
  const isSingle = ({ body }: FastifyRequest): boolean => typeof body !== 'object' || body === null || !('records' in body)
  api.get('/v0/:base/:table', (request, reply) => {
    const { base, table } = gate.tableOf(request)
    return reply.send(list(base, table, askedOf(request.query as Record<string, unknown>)))
  })
  api.post('/v0/:base/:table/listRecords', (request, reply) => {
    const { base, table } = gate.tableOf(request)
    return reply.send(list(base, table, askedOf((request.body ?? {}) as Record<string, unknown>)))
  })
  api.get('/v0/:base/:table/:record', (request, reply) => {
    const { base, table } = gate.tableOf(request)
    return reply.send(edits.read(base, table, paramsOf(request)['record'] ?? ''))
  })
  const write = (request: FastifyRequest, reply: FastifyReply) => {
    const { base, table } = gate.tableOf(request)
    const { record } = paramsOf(request)
    const records = store.transaction(() =>
      request.method === 'POST' ? edits.create(base, table, request.body) : edits.change(base, table, request.body, record),
    )
    return reply.send(isSingle(request) ? records[0] : { records })
  }
  const remove = (request: FastifyRequest, reply: FastifyReply) => {
    const { base, table } = gate.tableOf(request)
    const { record } = paramsOf(request)
    const ids = record === undefined ? listOf((request.query as Record<string, unknown>)['records[]']) : [record]
    const records = store.transaction(() => edits.remove(base, table, ids))
    return reply.send(record === undefined ? { records } : records[0])
  }
  // Airtable's own client adds a trailing slash.
  for (const path of ['/v0/:base/:table', '/v0/:base/:table/']) {
    api.post(path, write)
    api.patch(path, write)
    api.delete(path, remove)
  }
  api.patch('/v0/:base/:table/:record', write)
  api.delete('/v0/:base/:table/:record', remove)
}

export const airtableVendor: Vendor = {
  prefix,
  name: 'Airtable',
  pageSize: 100,
  register(app, parts) {
    const bases = createBases(parts.store)
    const gate = createGate(parts, bases)
    app.register(async (api) => {
      applyFaults(api, parts.faults, {
        throttle: (reply, ms) => {
          void reply.status(429)
          restFor(reply, ms)
          return throttled
        },
        outage: (reply) => {
          void reply.status(503)
          return errorBody(
            new AirtableError(503, 'SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please retry shortly.'),
          )
        },
      })
      // Airtable's own client sends an empty body as JSON when it deletes.
      api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
        try {
          done(null, body === '' ? undefined : JSON.parse(String(body)))
        } catch {
          done(new AirtableError(422, 'INVALID_REQUEST_BODY', 'Could not parse request body'))
        }
      })
      api.setErrorHandler(async (error, _request, reply) => {
        const known = error instanceof AirtableError ? error : new AirtableError(500, 'SERVER_ERROR', 'Unexpected error occurred')
        return reply.status(known.statusCode).send(errorBody(known))
      })
      api.addHook('preHandler', async (request, reply) => {
        const { base = '' } = (request.params ?? {}) as Record<string, string>
        if (gate.isThrottled(base)) return reply.status(429).send(throttled)
        return undefined
      })
      registerMeta(api, gate, bases)
      registerRecords(api, parts, gate, bases)
    })
    return createAdminApi(parts, bases)
  },
}
