// Applies db/migrations in order, each once, each in its own transaction; several processes may start at the same time.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '../config.ts'
import { BadSetting } from '../config/parse.ts'
import { connectionOf, servingRoles, type DatabaseLocation } from './connection.ts'

interface Migration {
  name: string
  checksum: string
  statements: string[]
}

const text = /'(?:[^']|'')*'/
const remark = /--.*/
const bodyTag = /\$[a-z_]*\$/
const tokens = new RegExp([text, remark, bodyTag].map(({ source }) => source).join('|'), 'g')

/** The tag of a dollar-quoted body that is still open at the end of a line, and the line without its comment. */
const readLine = (line: string, open: string | undefined): { open?: string; code: string } => {
  if (open !== undefined) {
    const end = line.indexOf(open)
    if (end < 0) return { open, code: line }
    const rest = readLine(line.slice(end + open.length), undefined)
    return { ...rest, code: line.slice(0, end + open.length) + rest.code }
  }
  for (const { 0: token, index } of line.matchAll(tokens)) {
    if (token.startsWith('--')) return { code: line.slice(0, index) }
    if (!token.startsWith('$')) continue
    const start = index + token.length
    const rest = readLine(line.slice(start), token)
    return { ...rest, code: line.slice(0, start) + rest.code }
  }
  return { code: line }
}

/**
 * One statement per query, as a distributed database needs it: `;` at the end of a line ends one, except inside a
 * dollar-quoted body.
 */
export const splitStatements = (sql: string): string[] => {
  const statements: string[] = []
  let current: string[] = []
  let open: string | undefined
  for (const line of sql.split('\n')) {
    if (open === undefined && /^\s*(--.*)?$/.test(line)) continue
    current.push(line)
    const read = readLine(line, open)
    open = read.open
    if (open === undefined && /;\s*$/.test(read.code)) {
      statements.push(current.join('\n'))
      current = []
    }
  }
  if (current.length > 0) throw new Error('The last statement of a migration does not end with a semicolon')
  return statements
}

const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8')
      return {
        name: file.replace(/\.sql$/, ''),
        checksum: createHash('sha256').update(sql).digest('hex'),
        statements: splitStatements(sql),
      }
    })

const refuseChanged = (migrations: Migration[], applied: ReadonlyMap<string, string>): void => {
  for (const { name, checksum } of migrations) {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum)
      throw new BadSetting(`Migration ${name} was changed after it had been applied to this database.`)
  }
  const names = new Set(migrations.map(({ name }) => name))
  const ahead = [...applied.keys()].find((name) => !names.has(name))
  if (ahead !== undefined)
    throw new BadSetting(
      `This database was migrated by a newer Tributary (${ahead}). Start that version, or use another data folder.`,
    )
}

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    for (const statement of migration.statements) await client.query(statement)
    await client.query('insert into platform.migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const lockKey = 7_483_201

const reasonOf = (error: unknown): string => {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return (first as Error).message.replace(/\.$/, '')
}

const connect = async (location: DatabaseLocation): Promise<pg.Client> => {
  try {
    const client = new pg.Client({ ...connectionOf(location, 'owner'), connectionTimeoutMillis: 10_000 })
    await client.connect()
    return client
  } catch (error) {
    if (location.kind === 'embedded') throw error
    throw new BadSetting(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

const refuseWeakOwner = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query('select rolbypassrls or rolsuper as bypass from pg_roles where rolname = current_user')
  if (!rows[0]?.bypass)
    throw new BadSetting(
      'The user of DATABASE_URL owns the tables and needs BYPASSRLS: run "alter role <user> bypassrls" as superuser.',
    )
}

/** Roles that log in themselves get the operator's password. */
const setRolePasswords = async (client: pg.Client, location: DatabaseLocation): Promise<void> => {
  if (location.kind !== 'url' || location.login?.password === undefined) return
  for (const role of servingRoles)
    await client.query(`alter role ${role} password ${client.escapeLiteral(location.login.password)}`)
}

const applyPending = async (client: pg.Client, folder: string): Promise<string[]> => {
  await client.query('create schema if not exists platform')
  await client.query(
    'create table if not exists platform.migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from platform.migration')
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const migrations = readMigrations(folder)
  refuseChanged(migrations, done)
  const pending = migrations.filter(({ name }) => !done.has(name))
  for (const migration of pending) await apply(client, migration)
  return pending.map(({ name }) => name)
}

export const migrate = async (
  location: DatabaseLocation,
  folder = join(projectRoot, 'db/migrations'),
): Promise<{ applied: string[] }> => {
  const client = await connect(location)
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await refuseWeakOwner(client)
    const applied = await applyPending(client, folder)
    await setRolePasswords(client, location)
    return { applied }
  } finally {
    await client.end()
  }
}
