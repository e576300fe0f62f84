// The only way to a connection. Each scope is one transaction under a database role of its own.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isId } from '../ids.ts'
import type { Log } from '../log.ts'
import { connectionOf, type DatabaseLocation, type DatabaseRole, type ServingRole } from './connection.ts'
import type { DB } from './tables.ts'

/** A transaction inside a scope. */
export type Tx = Kysely<DB>

type Work<T> = (tx: Tx) => Promise<T>

export interface Database {
  /** As one tenant: row-level security shows and takes only its rows. */
  inClient<T>(clientId: string, work: Work<T>): Promise<T>
  /** As our own people, across tenants; the reason travels with the transaction. */
  asStaff<T>(reason: string, work: Work<T>): Promise<T>
  /** As the product itself, across tenants, for what no tenant can do; the reason tells why. */
  asSystem<T>(reason: string, work: Work<T>): Promise<T>
  /** Connections in use and waiting callers, for the metrics. */
  usage(): { role: DatabaseRole; total: number; idle: number; waiting: number }[]
  close(): Promise<void>
}

type PoolSizes = Record<ServingRole, number>

const defaultPoolSizes: PoolSizes = { app_rw: 10, app_staff: 3, app_system: 8 }

// PostgreSQL answers bigint and numeric as text; counts of ours fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const builders = new WeakMap<pg.PoolClient, Tx>()

/** Query builders are made once per connection, not once per transaction. */
const boundTo = (client: pg.PoolClient): Tx => {
  const known = builders.get(client)
  if (known) return known
  const connection = { query: client.query.bind(client), release: () => {} }
  const builder = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => connection, end: async () => {} } }),
  })
  builders.set(client, builder)
  return builder
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const createDatabase = (location: DatabaseLocation, log: Log, sizes: PoolSizes = defaultPoolSizes): Database => {
  const poolOf = (role: ServingRole): pg.Pool => {
    const pool = new pg.Pool({
      ...connectionOf(location, role),
      max: sizes[role],
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    })
    pool.on('error', (error) => log.warn({ err: error, role }, 'an idle database connection broke'))
    return pool
  }
  const pools = { app_rw: poolOf('app_rw'), app_staff: poolOf('app_staff'), app_system: poolOf('app_system') }

  const transaction = async <T>(role: ServingRole, enter: string, work: Work<T>): Promise<T> => {
    const client = await pools[role].connect()
    let broken: Error | undefined
    const noteBroken = (error: Error): void => {
      broken = error
    }
    // The pool listens only to idle connections; without this a connection that breaks in use would end the process.
    client.on('error', noteBroken)
    try {
      await client.query(`begin; ${enter}`)
      const result = await work(boundTo(client))
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
      return result
    } catch (error) {
      await client.query('rollback').catch(noteBroken)
      throw error
    } finally {
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
    asSystem: (reason, work) => transaction('app_system', `select set_config('app.reason', ${quoted(reason)}, true)`, work),
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
