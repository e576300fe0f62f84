// What the vendors store: accounts, records, tokens, webhooks. One SQLite file, or memory for tests.
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export interface Place {
  vendor: string
  account: string
}

export interface SandboxAccount extends Place {
  name: string
  /** Anything else that the vendor stores about an account: key, currency, pipelines. */
  facts: Record<string, string>
}

export interface StoredRecord {
  id: string
  /** Ascending in the order of creation. */
  seq: number
  createdAt: number
  modifiedAt: number
  /** 0 while it is not deleted. */
  deletedAt: number
  /** As the vendor sends it, if that is the same every time. */
  body: string
}

interface Ask extends Place {
  object: string
  /** Not deleted ones by default. */
  deleted?: boolean | 'also'
  afterSeq?: number
  modifiedFrom?: number
  modifiedTo?: number
  orderBy?: 'seq' | 'modified'
  descending?: boolean
  offset?: number
  limit?: number
}

const schema = `
  create table if not exists account (vendor text, account text, name text, facts text, primary key (vendor, account)) without rowid;
  create table if not exists record (
    seq integer primary key autoincrement, vendor text not null, account text not null, object text not null, id text not null,
    created integer not null, modified integer not null, deleted integer not null default 0, body text not null,
    unique (vendor, account, object, id)
  );
  create index if not exists record_modified on record (vendor, account, object, deleted, modified, seq);
  create index if not exists record_changed on record (vendor, account, object, modified, seq);
  create index if not exists record_seq on record (vendor, account, object, deleted, seq);
  create table if not exists token (
    access text primary key, refresh text not null, vendor text not null, account text not null, user text not null, scopes text not null,
    expires integer not null, revoked integer not null default 0
  ) without rowid;
  create index if not exists token_refresh on token (vendor, refresh);
  create table if not exists code (
    code text primary key, vendor text not null, account text not null, redirect text not null, challenge text, scopes text not null,
    expires integer not null
  ) without rowid;
  create table if not exists hook (id text primary key, vendor text not null, account text not null, url text not null, facts text not null) without rowid;
  create table if not exists counter (name text primary key, value integer not null) without rowid;`

type Row = Record<string, string | number>

const recordOf = (row: Row): StoredRecord => ({
  id: String(row['id']),
  seq: Number(row['seq']),
  createdAt: Number(row['created']),
  modifiedAt: Number(row['modified']),
  deletedAt: Number(row['deleted']),
  body: String(row['body']),
})

const accountOf = (row: Row): SandboxAccount => ({
  vendor: String(row['vendor']),
  account: String(row['account']),
  name: String(row['name']),
  facts: JSON.parse(String(row['facts'])) as Record<string, string>,
})

type Value = string | number | null
type Kind = Place & { object: string }
type One = Kind & { id: string }

const conditionsOf = ({ vendor, account, object, deleted = false, afterSeq, modifiedFrom, modifiedTo }: Ask) => {
  const parts: [string, string | number | undefined][] = [
    ['vendor = ?', vendor],
    ['account = ?', account],
    ['object = ?', object],
    ['seq > ?', afterSeq],
    ['modified >= ?', modifiedFrom],
    ['modified <= ?', modifiedTo],
  ]
  const asked = parts.filter((part): part is [string, string | number] => part[1] !== undefined)
  const dead = deleted === 'also' ? [] : [deleted ? 'deleted > 0' : 'deleted = 0']
  return { where: [...asked.map(([text]) => text), ...dead].join(' and '), values: asked.map(([, value]) => value) }
}

const thisOne = 'vendor = ? and account = ? and object = ? and id = ?'

export class Store {
  readonly #db: DatabaseSync
  readonly #known = new Map<string, StatementSync>()
  /** Read for every new record, and hardly ever changed. */
  readonly #accounts = new Map<string, Readonly<SandboxAccount>>()

  constructor(file: string) {
    this.#db = new DatabaseSync(file)
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = off;')
    this.#db.exec(schema)
  }

  #statement(text: string): StatementSync {
    const made = this.#known.get(text) ?? this.#db.prepare(text)
    this.#known.set(text, made)
    return made
  }

  run(text: string, ...values: Value[]) {
    return this.#statement(text).run(...values)
  }

  all(text: string, ...values: Value[]): Row[] {
    return this.#statement(text).all(...values) as Row[]
  }

  one(text: string, ...values: Value[]): Row | undefined {
    return this.#statement(text).get(...values) as Row | undefined
  }

  close(): void {
    this.#db.close()
  }

  /** All or nothing; thousands of rows are fast only in here. */
  transaction<T>(work: () => T): T {
    this.#db.exec('begin')
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (error) {
      this.#db.exec('rollback')
      this.#accounts.clear()
      throw error
    }
  }

  next(name: string, first = 1): number {
    const text = 'insert into counter values (?, ?) on conflict (name) do update set value = value + 1 returning value'
    return Number(this.one(text, name, first)?.['value'])
  }

  putAccount({ vendor, account, name, facts }: SandboxAccount): void {
    this.#accounts.delete(`${vendor} ${account}`)
    this.run('insert or replace into account values (?, ?, ?, ?)', vendor, account, name, JSON.stringify(facts))
  }

  account({ vendor, account }: Place): SandboxAccount | undefined {
    const known = this.#accounts.get(`${vendor} ${account}`)
    if (known) return { ...known }
    const row = this.one('select * from account where vendor = ? and account = ?', vendor, account)
    if (!row) return undefined
    const found = accountOf(row)
    this.#accounts.set(`${vendor} ${account}`, found)
    return { ...found }
  }

  accounts(vendor: string): SandboxAccount[] {
    return this.all('select * from account where vendor = ? order by name', vendor).map(accountOf)
  }

  /** Creates a record or replaces it; a deleted one is restored. */
  put(
    { vendor, account, object }: Kind,
    { id, body, createdAt, modifiedAt }: { id: string; body: unknown; createdAt: number; modifiedAt: number },
  ): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    this.run(
      `insert into record (vendor, account, object, id, created, modified, body) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (vendor, account, object, id) do update set modified = excluded.modified, body = excluded.body, deleted = 0`,
      vendor,
      account,
      object,
      id,
      createdAt,
      modifiedAt,
      text,
    )
  }

  get({ vendor, account, object, id }: One): StoredRecord | undefined {
    const row = this.one(`select * from record where ${thisOne}`, vendor, account, object, id)
    return row && recordOf(row)
  }

  remove({ vendor, account, object, id }: One, at: number): void {
    this.run(`update record set deleted = ?, modified = ? where ${thisOne}`, at, at, vendor, account, object, id)
  }

  /** Deletes it without a trace. */
  forget({ vendor, account, object, id }: One): void {
    this.run(`delete from record where ${thisOne}`, vendor, account, object, id)
  }

  list(ask: Ask): StoredRecord[] {
    const { where, values } = conditionsOf(ask)
    const direction = ask.descending ? 'desc' : 'asc'
    const order = ask.orderBy === 'modified' ? `modified ${direction}, seq ${direction}` : `seq ${direction}`
    const text = `select * from record where ${where} order by ${order} limit ? offset ?`
    return this.all(text, ...values, ask.limit ?? -1, ask.offset ?? 0).map(recordOf)
  }

  count(ask: Ask): number {
    const { where, values } = conditionsOf(ask)
    return Number(this.one(`select count(*) as n from record where ${where}`, ...values)?.['n'])
  }
}

export const openStore = (file = ':memory:'): Store => new Store(file)
