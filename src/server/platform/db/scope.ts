// The only way to a connection. Each scope is one transaction under its own database role.
import { Kysely, PostgresDialect, type Selectable } from 'kysely'
import pg from 'pg'
import { isId } from '../ids.ts'
import type { Log } from '../log.ts'
import { connectionOf, type DatabaseLocation, type DatabaseRole, type ServingRole } from './connection.ts'
import type { DB } from './tables.ts'

/** A complete row of a table, as it is read. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>

/** A transaction inside a scope. */
export type Tx = Kysely<DB>

type Work<T> = (tx: Tx) => Promise<T>

export interface Database {
  /** As one client: row-level security shows and accepts only its rows. */
  inClient<T>(clientId: string, work: Work<T>): Promise<T>
  /** As staff, across clients; the reason is stored with the transaction. */
  asStaff<T>(reason: string, work: Work<T>): Promise<T>
  /** As the product itself, across clients, for what no client can do; the reason says why. */
  asSystem<T>(reason: string, work: Work<T>, how?: { prepared: boolean }): Promise<T>
  /** Connections in use and waiting callers, for the metrics. */
  usage(): { role: DatabaseRole; total: number; idle: number; waiting: number }[]
  close(): Promise<void>
}

type PoolSizes = Record<ServingRole, number>

const defaultPoolSizes: PoolSizes = { app_rw: 10, app_staff: 3, app_system: 8 }

// PostgreSQL returns bigint and numeric as text; our counts fit into a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// A prepared statement is planned once per connection. That suits frequent lookups by key, but not large reads, whose
// plan may come from an empty table. The number of different texts is limited, because each stays in the server's
// memory.
const preparedMax = 300
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= preparedMax) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

type Query = typeof pg.Client.prototype.query

const preparing = (client: pg.PoolClient): Query =>
  ((text: string, values: unknown[]) => {
    const name = nameOf(text)
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }) as Query

interface Builders {
  plain: Tx
  prepared: Tx
}

const builders = new WeakMap<pg.PoolClient, Builders>()

/** The state of a transaction besides its statements. Builders outlive transactions, so it is reset for each. */
interface Underway {
  hasWritten: boolean
  beforeCommit: (() => Promise<void>)[]
}

const underway = new WeakMap<Tx, Underway>()

const underwayOf = (tx: Tx): Underway => {
  const known = underway.get(tx)
  if (!known) throw new Error('This transaction is over')
  return known
}

/** Decided by the words of a statement: the database itself has no transaction id for writes on other nodes. */
const changing = /\b(?:insert|update|delete|merge|audit_append)\b/i

/** Identifies the transaction, for code that stores something per transaction. */
export const transactionOf = (tx: Tx): object => underwayOf(tx)

/** Whether a statement of this transaction may have changed something; a lock for an update counts as one. */
export const hasWritten = (tx: Tx): boolean => underwayOf(tx).hasWritten

/** For statements that block others: they run last, in the order of the calls. */
export const beforeCommit = (tx: Tx, work: () => Promise<void>): void => void underwayOf(tx).beforeCommit.push(work)

const builderOn = (send: Query): Tx => {
  const query = ((text: string, values: unknown[]) => {
    if (changing.test(text)) underwayOf(builder).hasWritten = true
    return send(text, values)
  }) as Query
  const connection = { query, release: () => {} }
  const builder: Tx = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => connection, end: async () => {} } }),
  })
  return builder
}

/** Query builders are created once per connection, not once per transaction. */
const boundTo = (client: pg.PoolClient): Builders => {
  const known = builders.get(client)
  if (known) return known
  const made = { plain: builderOn(client.query.bind(client)), prepared: builderOn(preparing(client)) }
  builders.set(client, made)
  return made
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const createDatabase = (location: DatabaseLocation, log: Log, sizes: PoolSizes = defaultPoolSizes): Database => {
  const poolOf = (role: ServingRole): pg.Pool => {
    const pool = new pg.Pool({
      ...connectionOf(location, role),
      max: sizes[role],
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: (location.kind === 'embedded' && location.connectWithinMs) || 10_000,
    })
    pool.on('error', (error) => log.warn({ err: error, role }, 'an idle database connection broke'))
    return pool
  }
  const pools = { app_rw: poolOf('app_rw'), app_staff: poolOf('app_staff'), app_system: poolOf('app_system') }

  const transaction = async <T>(role: ServingRole, enter: string, work: Work<T>, prepared = false): Promise<T> => {
    const client = await pools[role].connect()
    let broken: Error | undefined
    const noteBroken = (error: Error): void => {
      broken = error
    }
    // The pool listens only to idle connections; without this a connection that breaks in use would end the process.
    client.on('error', noteBroken)
    const tx = boundTo(client)[prepared ? 'prepared' : 'plain']
    const known: Underway = { hasWritten: false, beforeCommit: [] }
    underway.set(tx, known)
    try {
      await client.query(`begin; ${enter}`)
      const result = await work(tx)
      for (const last of known.beforeCommit) await last()
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
      return result
    } catch (error) {
      await client.query('rollback').catch(noteBroken)
      throw error
    } finally {
      underway.delete(tx)
      client.off('error', noteBroken)
      client.release(broken)
    }
  }

  return {
    async inClient(clientId, work) {
      if (!isId(clientId)) throw new Error('A tenant scope needs a client id')
      return transaction('app_rw', `select enter_client('${clientId}')`, work)
    },
    asStaff: (reason, work) => transaction('app_staff', `select set_config('app.reason', ${quoted(reason)}, true)`, work),
    asSystem: (reason, work, how) =>
      transaction('app_system', `select set_config('app.reason', ${quoted(reason)}, true)`, work, how?.prepared),
    usage: () =>
      Object.entries(pools).map(([role, pool]) => ({
        role: role as DatabaseRole,
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}
