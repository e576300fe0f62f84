// The stored state of a location of HighLevel, and its paging.
import { createHash } from 'node:crypto'
import { knownApp } from '../kit/oauth-server.ts'
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { NewAccount, PlainOpportunity, PlainContact, PlainPipeline } from '../kit/vendor.ts'
import type { Pipeline } from './records.ts'

export const vendor = 'ghl'

/** The first part of the client id. */
export const appId = knownApp.clientId.split('-')[0] ?? ''

const usual: readonly PlainPipeline[] = [{ name: 'Sales', stages: ['New lead', 'Call booked', 'Proposal sent'] }]

/** Twenty letters and digits, like theirs. */
export const idOf = (what: string): string =>
  createHash('sha256')
    .update(what)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)

export const placeOf = (account: string, object: string) => ({ vendor, account, object })

export interface PageAsk {
  object: 'contact' | 'opportunity'
  order: 'seq' | 'modified'
  descending: boolean
  /** The last one of the previous page: the value that it was sorted by, and its id. */
  after?: { value: number; id: string } | undefined
  changed?: { from: number; to: number } | undefined
  limit: number
  offset: number
}

const createPages = (store: Store) => {
  const totals = new Map<string, number>()
  const limitsOf = (account: string, { object, order, descending, after, changed }: PageAsk) => {
    const parts: { text: string; values: number[] }[] = []
    if (changed) parts.push({ text: 'modified between ? and ?', values: [changed.from, changed.to] })
    if (!after) return parts
    const sign = descending ? '<' : '>'
    const seq = store.get({ ...placeOf(account, object), id: after.id })?.seq ?? 0
    if (order === 'seq') parts.push({ text: `seq ${sign} ?`, values: [seq] })
    else parts.push({ text: `(modified, seq) ${sign} (?, ?)`, values: [after.value, seq] })
    return parts
  }
  return {
    /** Clears the cached totals. */
    changed: (): void => totals.clear(),
    total(account: string, object: string, { from, to } = { from: 0, to: Number.MAX_SAFE_INTEGER }): number {
      const key = `${account}/${object}/${from}/${to}`
      const count = totals.get(key) ?? store.count({ ...placeOf(account, object), modifiedFrom: from, modifiedTo: to })
      totals.set(key, count)
      return count
    },
    page(account: string, ask: PageAsk) {
      const { object, order, descending, limit, offset } = ask
      const direction = descending ? 'desc' : 'asc'
      const parts = [
        { text: 'vendor = ? and account = ? and object = ? and deleted = 0', values: [vendor, account, object] },
        ...limitsOf(account, ask),
      ]
      const where = parts.map(({ text }) => text).join(' and ')
      const by = order === 'seq' ? `seq ${direction}` : `modified ${direction}, seq ${direction}`
      const values = parts.flatMap((part): (string | number)[] => part.values)
      return store.all(`select id, body from record where ${where} order by ${by} limit ? offset ?`, ...values, limit, offset)
    },
  }
}

const pipelinesIn = (account: string, pipelines: readonly PlainPipeline[]): Pipeline[] =>
  pipelines.map((pipeline) => ({
    id: idOf(`${account} pipeline ${pipeline.name}`),
    name: pipeline.name,
    stages: pipeline.stages.map((stage, position) => ({
      id: idOf(`${account} ${pipeline.name} ${stage}`),
      name: stage,
      position,
    })),
  }))

/** Locations without an agency of their own belong to this one. */
const someCompany = idOf('company')

export type State = ReturnType<typeof createState>

export const createState = (store: Store) => {
  const pages = createPages(store)
  const tags = new Map<string, Set<string>>()
  const tagsOf = (account: string): Set<string> => {
    const known = tags.get(account) ?? new Set(store.list(placeOf(account, 'tag')).map(({ body }) => JSON.parse(body) as string))
    tags.set(account, known)
    return known
  }
  const living = (account: string, object: string, id: string): unknown => {
    const row = store.get({ ...placeOf(account, object), id })
    return row && row.deletedAt === 0 ? JSON.parse(row.body) : undefined
  }
  return {
    store,
    pages,
    createAccount({ id, name, currency = 'USD', pipelines = usual }: NewAccount, companyId = someCompany): SandboxAccount {
      const account = id ?? idOf(`location ${store.next('ghl/location')} ${name}`)
      const facts = { companyId, currency, pipelines: JSON.stringify(pipelinesIn(account, pipelines)) }
      store.putAccount({ vendor, account, name, facts })
      return { vendor, account, name, facts }
    },
    pipelinesOf(account: string): Pipeline[] {
      return JSON.parse(store.account({ vendor, account })?.facts['pipelines'] ?? '[]') as Pipeline[]
    },
    tagsOf: (account: string) =>
      [...tagsOf(account)].map((name) => ({ id: idOf(`${account} tag ${name}`), name, locationId: account })),
    newId: (account: string, object: string): string => idOf(`${account} ${object} ${store.next(`ghl/${account}/${object}`)}`),
    person: (account: string, id: string) => living(account, 'contact', id) as PlainContact | undefined,
    deal: (account: string, id: string) => living(account, 'opportunity', id) as PlainOpportunity | undefined,
    put(account: string, object: 'contact' | 'opportunity', id: string, what: PlainContact | PlainOpportunity): void {
      store.put(placeOf(account, object), { id, body: what, createdAt: what.createdAt, modifiedAt: what.modifiedAt })
      pages.changed()
    },
    noteTags(account: string, names: readonly string[]): void {
      const known = tagsOf(account)
      for (const name of names) {
        if (known.has(name)) continue
        known.add(name)
        store.put(placeOf(account, 'tag'), { id: name, body: JSON.stringify(name), createdAt: 0, modifiedAt: 0 })
      }
    },
    remove(account: string, object: 'contact' | 'opportunity', id: string, at: number): void {
      store.remove({ ...placeOf(account, object), id }, at)
      pages.changed()
    },
  }
}
