// Endpoints by their keys, through a short cache that a change clears.
import type { Listener } from '#server/platform/db/listen.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Sealer } from '#server/platform/secrets.ts'
import { hashOfKey } from '../endpoints/keys.ts'
import { openSecret } from '../endpoints/signing-secret.ts'
import { changedChannel, type Catalogue, type EndpointRef } from '../model.ts'
import * as queries from './queries.ts'

export interface OpenEndpoint extends EndpointRef {
  /** When its key ends, if it was replaced. */
  endsAt: number
  companyId: string | null
  secret: string | null
  requiresSignature: boolean
  catalogue: Catalogue
  /** The endpoints of companies, by the company. */
  byCompany: ReadonlyMap<string, string>
  isSuspended: boolean
}

const keptMax = 10_000
const age = 10_000
/** A key of another form cannot be ours. */
const keyForm = /^[\w-]{20,100}$/

const unknownKey = (): AppError =>
  new AppError('UNAUTHENTICATED', { detail: "We don't know this address: its key was replaced, or the endpoint deleted." })

export interface Endpoints {
  find(key: string): Promise<OpenEndpoint>
}

const load = async ({ database, sealer }: Parts, hash: Buffer): Promise<OpenEndpoint | undefined> =>
  database.asSystem('webhooks: whose key this is', async (tx) => {
    const known = await queries.selectKey(tx, hash)
    if (!known) return undefined
    const { client_id: clientId, endpoint_id: endpointId } = known
    const rows = await queries.selectEndpoints(tx, clientId)
    const own = rows.find(({ id }) => id === endpointId)
    const status = await queries.selectClientStatus(tx, clientId)
    if (!own || status === undefined) return undefined
    const { company_id: companyId, signing_secret_sealed: sealed } = own
    return {
      clientId,
      endpointId,
      endsAt: known.ends_at?.getTime() ?? Infinity,
      companyId,
      secret: sealed && openSecret(sealer, { clientId, endpointId }, sealed),
      requiresSignature: own.requires_signature,
      catalogue: await queries.selectCatalogue(tx, clientId),
      byCompany: new Map(rows.flatMap(({ id, company_id: company }) => (company === null ? [] : [[company, id] as const]))),
      isSuspended: status !== 'active',
    }
  })

interface Parts {
  database: Database
  sealer: Sealer
}

export const createEndpoints = (parts: Parts, listener: Pick<Listener, 'on' | 'onGap'>): Endpoints => {
  const known = new Map<string, { endpoint: OpenEndpoint; until: number }>()
  // What is looked up during a change may be outdated: it is used once and not cached.
  let changes = 0
  listener.on(changedChannel, (clientId) => {
    changes += 1
    for (const [key, { endpoint }] of known) if (endpoint.clientId === clientId) known.delete(key)
  })
  listener.onGap(() => {
    changes += 1
    known.clear()
  })
  const lookUp = async (key: string): Promise<OpenEndpoint> => {
    const cached = known.get(key)
    if (cached && cached.until > Date.now()) return cached.endpoint
    const before = changes
    const endpoint = await load(parts, hashOfKey(key))
    if (!endpoint) throw unknownKey()
    if (before !== changes) return endpoint
    known.delete(key)
    if (known.size >= keptMax) known.delete(known.keys().next().value ?? '')
    known.set(key, { endpoint, until: Date.now() + age })
    return endpoint
  }
  return {
    async find(key) {
      if (!keyForm.test(key)) throw unknownKey()
      const endpoint = await lookUp(key)
      if (endpoint.endsAt <= Date.now()) throw unknownKey()
      if (endpoint.isSuspended) throw new AppError('CLIENT_SUSPENDED')
      return endpoint
    },
  }
}
