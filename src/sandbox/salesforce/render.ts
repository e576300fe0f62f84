// Rows of the store as the requested records.
import type { SandboxAccount, Store } from '../kit/store.ts'
import { fieldOf, findObject, QueryProblem, sqlOf, stamp, type Found } from './compile.ts'
import { columns } from './schema.ts'
import type { Condition, SelectItem, Soql } from './soql.ts'

type Row = Record<string, string | number>
type Body = Record<string, unknown>
/** Writes one requested field into a record. */
type Writer = (record: Body, row: Row, body: Body) => void
/** Stores what does not fit into an answer, and says where the rest of it is found. */
export type KeepRest = (account: SandboxAccount, rest: { soql: Soql; rows: number[]; from: number }) => string
interface About {
  store: Store
  account: SandboxAccount
  object: Found
  keepRest: KeepRest
}

/** This many children come with their parent. */
const childrenMax = 200

const valueOf = (row: Row, body: Body, name: string): unknown => {
  if (name === 'Id') return row['id']
  if (name === 'IsDeleted') return Number(row['deleted']) > 0
  const column = columns[name]
  return column === undefined ? (body[name] ?? null) : stamp(Number(row[column]))
}

const attributes = ({ name }: Found, row: Row) => ({ type: name, url: `/services/data/v66.0/sobjects/${name}/${row['id']}` })
const bodyOf = (row: Row): Body => JSON.parse(String(row['body'])) as Body
const alike = (names: Readonly<Record<string, unknown>>, asked: string): string | undefined =>
  Object.keys(names).find((name) => name.toLowerCase() === asked.toLowerCase())

const parentWriter = ({ store, account, object }: About, path: string): Writer => {
  const [relation = '', field = ''] = path.split('.')
  const name = alike(object.parents, relation) ?? ''
  const parent = object.parents[name]
  if (!parent) throw new QueryProblem('INVALID_FIELD', `Didn't understand relationship '${relation}' in field path.`)
  const other = findObject(account, parent.object)
  const known = fieldOf(other, field)
  const sql = `select * from record where vendor = 'salesforce' and account = ? and object = '${other.name}' and id = ?`
  return (record, _row, body) => {
    const id = body[parent.by]
    const its = typeof id === 'string' ? store.one(sql, account.account, id) : undefined
    const before = record[name] as Body | undefined
    record[name] = its ? { attributes: attributes(other, its), ...before, [known]: valueOf(its, bodyOf(its), known) } : null
  }
}

const childrenWriter = ({ store, account, object, keepRest }: About, soql: Soql): Writer => {
  const name = alike(object.children, soql.from) ?? ''
  const child = object.children[name]
  if (!child) throw new QueryProblem('INVALID_TYPE', `Didn't understand relationship '${soql.from}' in FROM part of query call.`)
  const other = findObject(account, child.object)
  const render = renderer({ store, account, object: other, keepRest }, soql.select ?? [])
  return (record, row) => {
    const id = { kind: 'string' as const, value: String(row['id']) }
    const own: Condition = { kind: 'compare', field: child.by, operator: '=', values: [id] }
    const where: Condition = soql.where ? { kind: 'and', parts: [own, soql.where] } : own
    const { text, values } = sqlOf(account, other, { ...soql, where }, false)
    const found = store.all(`select * ${text}`, ...values)
    const totalSize = found.length
    const records = found.slice(0, childrenMax).map(render)
    const rest = { soql: { ...soql, from: other.name }, rows: found.map(({ seq }) => Number(seq)), from: childrenMax }
    const end = totalSize > childrenMax ? { done: false, nextRecordsUrl: keepRest(account, rest) } : { done: true }
    record[name] = totalSize === 0 ? null : { totalSize, ...end, records }
  }
}

const writerOf = (about: About, item: SelectItem): Writer => {
  if ('query' in item) return childrenWriter(about, item.query)
  if (item.field.includes('.')) return parentWriter(about, item.field)
  const name = fieldOf(about.object, item.field)
  return (record, row, body) => {
    record[name] = valueOf(row, body, name)
  }
}

/** Everything about the query is looked up once, not for every row. */
export const renderer = (about: About, select: readonly SelectItem[]): ((row: Row) => Body) => {
  const writers = select.map((item) => writerOf(about, item))
  return (row) => {
    const record: Body = { attributes: attributes(about.object, row) }
    const body = bodyOf(row)
    for (const write of writers) write(record, row, body)
    return record
  }
}
