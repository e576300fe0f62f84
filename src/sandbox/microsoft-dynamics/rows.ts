// Rows of an environment. Every change has a number, by which later changes are found.
import { createHash } from 'node:crypto'
import type { Store, StoredRecord } from '../kit/store.ts'
import { hintFor, lookups } from './schema.ts'

export const vendor = 'microsoft-dynamics'
export type Body = Record<string, unknown>

interface Times {
  created: number
  modified: number
}

/** Dataverse has no fractions of a second. */
const second = (ms: number): number => Math.floor(ms / 1000) * 1000
export const moment = (ms: number): string => new Date(second(ms)).toISOString().replace('.000Z', 'Z')

/** The same guid for the same text. */
export const guidOf = (words: string): string => {
  const hex = createHash('sha256').update(words).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** Changes are found by their numbers, children by their parents. */
const prepare = (store: Store): void => {
  store.run(`create index if not exists dynamics_version on record (account, object, json_extract(body, '$.versionnumber'))
    where vendor = 'microsoft-dynamics'`)
  for (const [object, field] of lookups)
    store.run(`create index if not exists dynamics_${object}_${field} on record (account, json_extract(body, '$.${field}'))
      where vendor = 'microsoft-dynamics' and object = '${object}'`)
}

export type Rows = ReturnType<typeof createRows>

export const createRows = (store: Store) => {
  prepare(store)
  const ensured = new Set<string>()
  const version = (): number => store.next(`${vendor}:version`, 1_000_000)
  const put = (account: string, [set, id]: [string, string], body: Body, { created, modified }: Times): string => {
    store.put(
      { vendor, account, object: set },
      {
        id,
        body: JSON.stringify({ ...body, versionnumber: version() }),
        createdAt: second(created),
        modifiedAt: second(modified),
      },
    )
    return id
  }
  const get = (account: string, set: string, id: string): StoredRecord => {
    const record = store.get({ vendor, account, object: set, id })
    if (record) return record
    throw Object.assign(new Error('There is no such row'), { statusCode: 404 })
  }
  const change = (account: string, [set, id]: [string, string], body: Body, at: number): void => {
    const { createdAt, body: old } = get(account, set, id)
    put(account, [set, id], { ...(JSON.parse(old) as Body), ...body }, { created: createdAt, modified: at })
  }
  return {
    store,
    put,
    change,
    add: (account: string, set: string, body: Body, times: Times): string =>
      put(account, [set, guidOf(`${set} ${store.next(`${vendor}:${set}`)}`)], body, times),
    /** Created once, for any number of calls. */
    ensure: (account: string, [set, id]: [string, string], body: Body, at: number): void => {
      const key = `${account} ${id}`
      if (ensured.has(key)) return
      ensured.add(key)
      if (!store.get({ vendor, account, object: set, id })) put(account, [set, id], body, { created: at, modified: at })
    },
    bodyOf: (account: string, set: string, id: string): Body => JSON.parse(get(account, set, id).body) as Body,
    /** A deletion is a change with its own number. */
    remove: (account: string, [set, id]: [string, string], at: number): void => {
      change(account, [set, id], {}, at)
      store.remove({ vendor, account, object: set, id }, second(at))
    },
    /** Ids of rows of a set that are not deleted, by one of its fields. */
    findBy: (account: string, [set, field]: [string, string], value: string): string[] =>
      store
        .all(
          `select id from record ${hintFor(set, field)} where vendor = 'microsoft-dynamics' and object = '${set}' and account = ?
           and json_extract(body, '$.${field}') = ? and deleted = 0`,
          account,
          value,
        )
        .map((row) => String(row['id'])),
  }
}
