import type { Store } from '../kit/store.ts'
import { attributeOf } from './compile.ts'
import { moment, vendor, type Body } from './rows.ts'
import { nameIn, tableOf, type Kind, type Table } from './schema.ts'

export type Row = Record<string, string | number>
interface Asked {
  select: readonly string[] | null
  isAnnotated: boolean
}

const formatted = '@OData.Community.Display.V1.FormattedValue'

/** Rows of the store as they are sent. */
export const renderer = (store: Store, account: string, table: Table, { select, isAnnotated }: Asked): ((row: Row) => Body) => {
  const attributes = (select ?? Object.keys(table.attributes)).map((name) => attributeOf(table, name))
  const names = [...new Set([...attributes, table.key])]
  const known = new Map<string, string | undefined>()
  const nameOf = (set: string, id: string): string | undefined => {
    if (!known.has(id)) {
      const found = store.get({ vendor, account, object: set, id })
      known.set(id, found && nameIn(JSON.parse(found.body) as Body))
    }
    return known.get(id)
  }
  const annotate = (record: Body, body: Body, name: string, kind: Kind): void => {
    const value = record[name]
    if (value === null) return
    if (kind === 'option') record[name + formatted] = body[`${name} label`] ?? JSON.stringify(value)
    if (typeof kind !== 'object') return
    const called = nameOf(kind.lookup, value as string)
    if (called !== undefined) record[name + formatted] = called
    record[`${name}@Microsoft.Dynamics.CRM.lookuplogicalname`] = tableOf(kind.lookup)?.logicalName
  }
  return (row) => {
    const body = JSON.parse(String(row['body'])) as Body
    const own: Body = {
      [table.key]: row['id'],
      createdon: moment(Number(row['created'])),
      modifiedon: moment(Number(row['modified'])),
    }
    const record: Body = { '@odata.etag': `W/"${JSON.stringify(body['versionnumber'])}"` }
    for (const name of names) {
      record[name] = own[name] ?? body[name] ?? null
      if (isAnnotated) annotate(record, body, name, table.attributes[name] ?? 'plain')
    }
    return record
  }
}
