// Records of an organization: created, changed and deleted.
import type { SandboxAccount, Store, StoredRecord } from '../kit/store.ts'
import { idOf, objectOfId } from './ids.ts'
import { second, type Body } from './records.ts'
import { hintFor, lookups } from './schema.ts'

const vendor = 'salesforce'

interface Times {
  created: number
  modified: number
}

export type Rows = ReturnType<typeof createRows>

export const createRows = (store: Store) => {
  for (const [name, field] of lookups)
    store.run(`create index if not exists salesforce_${name}_${field} on record (account, json_extract(body, '$.${field}'))
      where vendor = 'salesforce' and object = '${name}'`)

  const ensured = new Set<string>()
  const put = (account: string, id: string, body: Body, { created, modified }: Times): string => {
    store.put(
      { vendor, account, object: objectOfId(id) ?? '' },
      { id, body: JSON.stringify(body), createdAt: second(created), modifiedAt: second(modified) },
    )
    return id
  }
  const get = (account: string, id: string): StoredRecord => {
    const record = store.get({ vendor, account, object: objectOfId(id) ?? '', id })
    if (record) return record
    throw Object.assign(new Error('There is no such record'), { statusCode: 404 })
  }
  return {
    store,
    put,
    add: (account: string, object: string, body: Body, times: Times): string =>
      put(account, idOf(object, store.next(`${vendor}:${object}`)), body, times),
    /** Created once, for any number of calls. */
    ensure: (account: string, id: string, body: Body, at: number): void => {
      const key = `${account} ${id}`
      if (ensured.has(key)) return
      ensured.add(key)
      if (!store.get({ vendor, account, object: objectOfId(id) ?? '', id })) put(account, id, body, { created: at, modified: at })
    },
    bodyOf: (account: string, id: string): Body => JSON.parse(get(account, id).body) as Body,
    change: (account: string, id: string, body: Body, at: number): void => {
      const { createdAt, body: old } = get(account, id)
      put(account, id, { ...(JSON.parse(old) as Body), ...body }, { created: createdAt, modified: at })
    },
    remove: (account: string, id: string, at: number): void =>
      store.remove({ vendor, account, object: objectOfId(id) ?? '', id }, second(at)),
    organisation: (account: string): SandboxAccount => store.account({ vendor, account }) as SandboxAccount,
    /** Children of a record, by the field with its id. */
    childrenOf: (account: string, [object, field]: [object: string, field: string], id: string): string[] =>
      store
        .all(
          `select id from record ${hintFor(object, field)} where vendor = 'salesforce' and object = '${object}' and account = ?
           and json_extract(body, '$.${field}') = ? and deleted = 0`,
          account,
          id,
        )
        .map((row) => String(row['id'])),
  }
}
