// An installation that several processes open one after the other, and whose saved state can be restored.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { createLog } from '#server/platform/log.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startWorld, type World } from '#server/testing/world.ts'

export interface FuzzContext {
  /** Queries the database past every rule. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The product with these roles, on the same data and the same address each time. */
  open(roles: string, settings?: { args?: string[]; env?: Record<string, string> }): Promise<World>
  /** Every line that the product logged since the last call. */
  takeLog(): string[]
  /** Clients, their data and the user pool; queued emails and jobs are not included. */
  keep(): Promise<void>
  putBack(): Promise<void>
  close(): Promise<void>
}

interface KeptTable {
  name: string
  columns: string
}

const tablesToKeep = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'registry', 'pool') and c.relkind in ('r', 'p') and not c.relispartition order by 1`

const copyOf = (name: string): string => `kept."${name}"`

/** Without foreign keys for a moment: the restored rows refer to each other as before. */
const restoring = (tables: readonly KeptTable[]): string =>
  [
    'begin',
    'set local session_replication_role = replica',
    ...tables.flatMap(({ name, columns }) => [
      `delete from ${name}`,
      `insert into ${name} (${columns}) select ${columns} from ${copyOf(name)}`,
    ]),
    `select pg_notify('user_changed', '*')`,
    'commit',
  ].join(';\n')

export const createFuzzContext = async (location: DatabaseLocation): Promise<FuzzContext> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-fuzz-'))
  const port = await freePort()
  const sandboxPort = await freePort()
  const installation = { url: `http://localhost:${port}`, location, dataDir }
  const owner = new pg.Client(connectionOf(location, 'owner'))
  await owner.connect()
  let lines: string[] = []
  let tables: KeptTable[] = []
  const ask: FuzzContext['ask'] = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows
  return {
    ask,
    open: (roles, { args = [], env = {} } = {}) =>
      startWorld({
        beside: installation,
        args: ['--port', String(port), '--sandbox-port', String(sandboxPort), '--roles', roles, ...args],
        env: { VENDOR_LIMITS: 'off', ...env },
        log: createLog({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
      }),
    takeLog() {
      const taken = lines
      lines = []
      return taken
    },
    async keep() {
      tables = await ask<KeptTable & pg.QueryResultRow>(tablesToKeep)
      await owner.query('drop schema if exists kept cascade; create schema kept')
      for (const { name } of tables) await owner.query(`create table ${copyOf(name)} as table ${name}`)
    },
    async putBack() {
      await owner.query(restoring(tables))
    },
    async close() {
      await owner.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
