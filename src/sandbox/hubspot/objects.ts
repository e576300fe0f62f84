// Contacts and deals, one by one, in pages and in batches.
import type { FastifyInstance } from 'fastify'
import type { Store, StoredRecord } from '../kit/store.ts'
import { invalid, json, limitOf, namesOf, notFound, problem } from './answers.ts'
import { portalOf } from './guard.ts'
import { vendor, type Body, type ObjectName } from './portal.ts'

export const objectNames: Readonly<Record<string, ObjectName>> = {
  contacts: 'contacts',
  contact: 'contacts',
  '0-1': 'contacts',
  deals: 'deals',
  deal: 'deals',
  '0-3': 'deals',
}

/** Both families of addresses lead to the same handlers. */
export const versions = (area: string, rest = ''): string[] => [
  `/crm/v3/${area}${rest}`,
  `/crm/${area}/:version(^2026-0[39]$)${rest}`,
]

/** Contacts use another name than all other objects. */
export const modifiedName = (object: ObjectName): string => (object === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate')

const defaults: Readonly<Record<ObjectName, readonly string[]>> = {
  contacts: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  deals: ['amount', 'closedate', 'createdate', 'dealname', 'dealstage', 'hs_lastmodifieddate', 'hs_object_id', 'pipeline'],
}

interface RecordQuery {
  object: ObjectName
  properties: readonly string[]
  history?: readonly string[]
  hasContacts?: boolean
}

const historyOf = ({ history = {} }: Body, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (history[name] ?? []).map((entry) => ({ ...entry, sourceType: 'CRM_UI', sourceId: 'userId:900', updatedByUserId: 900 })),
    ]),
  )

/** Contacts of a deal come in pages too. */
const associationsMax = 100

const pageOf = (contacts: readonly string[], after = 0) => ({
  page: contacts.slice(after, after + associationsMax),
  paging: contacts.length > after + associationsMax ? { paging: { next: { after: String(after + associationsMax) } } } : {},
})

const associationsOf = (contacts: readonly string[]) => {
  const { page, paging } = pageOf(contacts)
  return { associations: { contacts: { results: page.map((one) => ({ id: one, type: 'deal_to_contact' })), ...paging } } }
}

/** A record with the requested properties. Missing values are null; HubSpot always adds three properties of its own. */
export const answerOf = (record: StoredRecord, { object, properties, history = [], hasContacts }: RecordQuery) => {
  const { id, createdAt, modifiedAt, deletedAt } = record
  const body = JSON.parse(record.body) as Body
  const created = new Date(createdAt).toISOString()
  const modified = new Date(modifiedAt).toISOString()
  const asked: Record<string, string | null> = {}
  for (const name of properties.length === 0 ? defaults[object] : properties) asked[name] = body.properties[name] || null
  asked['createdate'] = created
  asked[modifiedName(object)] = modified
  asked['hs_object_id'] = id
  const contacts = body.contacts ?? []
  return {
    id,
    properties: asked,
    ...(history.length > 0 ? { propertiesWithHistory: historyOf(body, history) } : {}),
    ...(hasContacts && contacts.length > 0 ? associationsOf(contacts) : {}),
    createdAt: created,
    updatedAt: modified,
    archived: deletedAt > 0,
    ...(deletedAt > 0 ? { archivedAt: new Date(deletedAt).toISOString() } : {}),
  }
}

type Query = Record<string, unknown>

const wantedOf = (type: string, query: Query): RecordQuery | undefined => {
  const object = objectNames[type]
  if (!object) return undefined
  return {
    object,
    properties: namesOf(query['properties']),
    history: namesOf(query['propertiesWithHistory']),
    hasContacts: object === 'deals' && namesOf(query['associations']).some((name) => objectNames[name] === 'contacts'),
  }
}

const registerPages = (app: FastifyInstance, store: Store, url: () => string): void => {
  for (const path of versions('objects', '/:type'))
    app.get(path, async (request, reply) => {
      const query = request.query as Query
      const wanted = wantedOf((request.params as { type: string }).type, query)
      if (!wanted) return notFound(reply, 'Unknown object type')
      const max = (wanted.history ?? []).length > 0 ? 50 : 100
      const limit = limitOf(query['limit'], { usual: 10, max })
      if (limit === null) return invalid(reply, `limit must be between 1 and ${max}`)
      const afterSeq = Number(query['after'] ?? 0)
      if (!Number.isInteger(afterSeq)) return invalid(reply, 'after is not a cursor of ours')
      const source = { vendor, account: portalOf(request), object: wanted.object, deleted: query['archived'] === 'true' }
      const rows = store.list({ ...source, afterSeq, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const after = String(page.at(-1)?.seq)
      const link = new URL(request.url, url())
      link.searchParams.set('after', after)
      return json(
        reply,
        JSON.stringify({
          results: page.map((record) => answerOf(record, wanted)),
          ...(rows.length > limit ? { paging: { next: { after, link } } } : {}),
        }),
      )
    })
  for (const path of versions('objects', '/:type/:id'))
    app.get(path, async (request, reply) => {
      const { type, id } = request.params as { type: string; id: string }
      const wanted = wantedOf(type, request.query as Query)
      const record = wanted && store.get({ vendor, account: portalOf(request), object: wanted.object, id })
      if (!wanted || !record || record.deletedAt > 0) return notFound(reply)
      return answerOf(record, wanted)
    })
}

const inputsOf = (body: Query): Query[] => (Array.isArray(body['inputs']) ? (body['inputs'] as Query[]) : [])
const idsOf = (body: Query): string[] => inputsOf(body).map((input) => String(input?.['id']))

const batchAnswer = (results: unknown[], missing: readonly string[], at: string) => ({
  status: 'COMPLETE',
  results,
  startedAt: at,
  completedAt: new Date().toISOString(),
  ...(missing.length > 0
    ? { numErrors: 1, errors: [problem('Could not get some objects', 'OBJECT_NOT_FOUND', { context: { ids: missing } })] }
    : {}),
})

const registerBatches = (app: FastifyInstance, store: Store): void => {
  for (const path of versions('objects', '/:type/batch/read'))
    app.post(path, async (request, reply) => {
      const body = (request.body ?? {}) as Query
      const wanted = wantedOf((request.params as { type: string }).type, body)
      if (!wanted) return notFound(reply, 'Unknown object type')
      const startedAt = new Date().toISOString()
      const ids = idsOf(body)
      if (ids.length > 100) return invalid(reply, 'The maximum number of inputs in a batch request is 100.')
      if ((wanted.history ?? []).length > 0 && ids.length > 50)
        return invalid(reply, 'The maximum number of inputs supported in a batch request for property histories is 50.')
      const account = portalOf(request)
      const found = ids
        .map((id) => store.get({ vendor, account, object: wanted.object, id }))
        .filter((record): record is StoredRecord => record !== undefined && record.deletedAt === 0)
      const missing = ids.filter((id) => !found.some((record) => record.id === id))
      const results = found.map((record) => answerOf(record, { ...wanted, hasContacts: false }))
      return reply.status(missing.length > 0 ? 207 : 200).send(batchAnswer(results, missing, startedAt))
    })
}

const registerAssociations = (app: FastifyInstance, store: Store): void => {
  for (const path of [
    '/crm/v4/associations/:from/:to/batch/read',
    '/crm/associations/:version(^2026-0[39]$)/:from/:to/batch/read',
  ])
    app.post(path, async (request, reply) => {
      const { from, to } = request.params as { from: string; to: string }
      if (objectNames[from] !== 'deals' || objectNames[to] !== 'contacts') return notFound(reply, 'Unknown kind of association')
      const startedAt = new Date().toISOString()
      const inputs = inputsOf((request.body ?? {}) as Query)
      if (inputs.length > 1000) return invalid(reply, 'The maximum number of inputs in a batch request is 1000.')
      const account = portalOf(request)
      const results = inputs.flatMap(({ id: asked, after }) => {
        const id = String(asked)
        const record = store.get({ vendor, account, object: 'deals', id })
        const contacts = record && record.deletedAt === 0 ? ((JSON.parse(record.body) as Body).contacts ?? []) : []
        if (contacts.length === 0) return []
        const associationTypes = [{ category: 'HUBSPOT_DEFINED', typeId: 3, label: null }]
        const { page, paging } = pageOf(contacts, Number(after ?? 0))
        return [{ from: { id }, to: page.map((one) => ({ toObjectId: Number(one), associationTypes })), ...paging }]
      })
      const missing = inputs.map(({ id }) => String(id)).filter((id) => !results.some((result) => result.from.id === id))
      return reply.status(missing.length > 0 ? 207 : 200).send(batchAnswer(results, missing, startedAt))
    })
}

export const registerObjects = (app: FastifyInstance, store: Store, url: () => string): void => {
  registerPages(app, store, url)
  registerBatches(app, store)
  registerAssociations(app, store)
}
