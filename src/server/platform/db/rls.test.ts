// Checks the catalog of the migrated database, so that a new table is covered without a change here.
import pg from 'pg'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database/database.ts'
import { inOrder, insertRow, rowFor, type Table } from '#server/testing/database/rows.ts'
import { newId } from '../ids.ts'
import { connectionOf, type DatabaseRole } from './connection.ts'

const store = await testDatabase()
const { database, location } = store
const owner = new pg.Client(connectionOf(location, 'owner'))
await owner.connect()
const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.query<Row>(text, values)).rows

const tables: Table[] = await ask<Table & pg.QueryResultRow>(
  `select n.nspname || '.' || c.relname as name,
     (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
         'isRequired', a.attnotnull and not a.atthasdef) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
     coalesce((select json_agg(json_build_object('target', tn.nspname || '.' || t.relname,
         'columns', (select json_agg(attname order by place) from unnest(k.conkey) with ordinality as u(num, place) join pg_attribute on attrelid = c.oid and attnum = num),
         'targetColumns', (select json_agg(attname order by place) from unnest(k.confkey) with ordinality as u(num, place) join pg_attribute on attrelid = t.oid and attnum = num)))
        from pg_constraint k join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
        where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys"
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'registry') and c.relkind in ('r', 'p', 'f') order by 1`,
)
const tenantTables = tables.filter(({ name }) => name.startsWith('public.'))

const indexesOf = (table: string) =>
  ask<{ name: string; columns: string[]; isUnique: boolean; isPrimary: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indisunique as "isUnique", i.indisprimary as "isPrimary",
       array(select a.attname::text from unnest(i.indkey) with ordinality as u(num, place)
             join pg_attribute a on a.attrelid = i.indrelid and a.attnum = num order by place) as columns
     from pg_index i where i.indrelid = $1::regclass`,
    [table],
  )

afterAll(async () => {
  await owner.end()
  await store.close()
})

describe('The catalog', () => {
  it('has the tables that these rules are about, and no kind of relation that bypasses them', async () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['public.client', 'public.app_user', 'public.event', 'registry.user_email']),
    )
    const others = await ask(
      `select relname, relkind from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname in ('public', 'registry') and relname not in ('citus_tables', 'citus_schemas')
         and (relkind in ('m', 'f') or (relkind = 'v' and not coalesce(reloptions, '{}') @> '{security_invoker=true}'))`,
    )
    expect(others).toEqual([])
  })

  it('has no function that runs with the rights of its owner', async () => {
    const found = await ask(
      `select proname from pg_proc p join pg_namespace n on n.oid = pronamespace
       where prosecdef and nspname in ('public', 'registry', 'platform', 'pool', 'pgboss')`,
    )
    expect(found).toEqual([])
  })
})

describe.each(tables)('$name', ({ name }) => {
  it('has row-level security enabled and forced, with exactly the three policies [HTTP-08] [USER-01]', async () => {
    const [flags] = await ask(
      `select relrowsecurity as enabled, relforcerowsecurity as forced from pg_class where oid = $1::regclass`,
      [name],
    )
    expect(flags).toEqual({ enabled: true, forced: true })
    const [schemaname, tablename] = name.split('.')
    const policies = await ask(
      `select roles::text, permissive, cmd, qual, with_check from pg_policies where schemaname = $1 and tablename = $2 order by 1`,
      [schemaname, tablename],
    )
    const own = '(client_id = current_client())'
    expect(policies).toEqual([
      { roles: '{app_rw}', permissive: 'PERMISSIVE', cmd: 'ALL', qual: own, with_check: own },
      { roles: '{app_staff}', permissive: 'PERMISSIVE', cmd: 'ALL', qual: 'true', with_check: 'true' },
      { roles: '{app_system}', permissive: 'PERMISSIVE', cmd: 'ALL', qual: 'true', with_check: 'true' },
    ])
  })

  it('belongs to a role that never serves', async () => {
    const [found] = await ask(`select pg_get_userbyid(relowner) as owner from pg_class where oid = $1::regclass`, [name])
    expect(found?.['owner']).toBe('app_owner')
  })
})

describe.each(tenantTables)('$name can be distributed over several machines', ({ name, foreignKeys }) => {
  it('has the client first in its primary key and in every unique index', async () => {
    const indexes = await indexesOf(name)
    const primary = indexes.find(({ isPrimary }) => isPrimary)
    const leading = name === 'public.client' ? primary?.columns : primary?.columns.slice(0, 1)
    expect(leading).toEqual(['client_id'])
    const withoutTenant = indexes.filter(({ isUnique, columns }) => isUnique && !columns.includes('client_id'))
    expect(withoutTenant).toEqual([])
  })

  it('has the client in every foreign key, and an index that begins with its columns', async () => {
    const indexes = await indexesOf(name)
    for (const { columns, targetColumns } of foreignKeys) {
      expect(columns[targetColumns.indexOf('client_id')]).toBe('client_id')
      const helping = indexes.filter((index) =>
        columns.every((column) => index.columns.slice(0, columns.length).includes(column)),
      )
      expect(helping, `an index on ${columns.join(', ')}`).not.toEqual([])
    }
  })

  it('has no trigger and no identity column', async () => {
    const triggers = await ask(`select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal`, [name])
    const identity = await ask(`select attname from pg_attribute where attrelid = $1::regclass and attidentity <> ''`, [name])
    expect([triggers, identity]).toEqual([[], []])
  })
})

describe('The role of requests', () => {
  const asRole = async <T>(role: DatabaseRole, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(connectionOf(location, role))
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  it.each(['app_rw', 'app_staff', 'app_system'])('%s is no superuser, bypasses nothing and creates nothing', async (role) => {
    const [found] = await ask(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = $1`,
      [role],
    )
    expect(Object.values(found ?? {})).toEqual([false, false, false, false, false])
    const memberships = await ask(`select roleid::regrole::text from pg_auth_members where member = $1::regrole`, [role])
    expect(memberships).toEqual([])
  })

  it.each(['app_system', 'app_staff', 'app_owner'])('cannot become %s', async (other) => {
    await expect(asRole('app_rw', (client) => client.query(`set role ${other}`))).rejects.toThrow(/permission denied/)
  })

  it('has no access to the user pool', async () => {
    const [schema] = await ask(`select has_schema_privilege('app_rw', 'pool', 'usage, create') as any`)
    expect(schema).toEqual({ any: false })
    const reachable = await ask(
      `select c.relname from pg_class c where relnamespace = 'pool'::regnamespace and relkind in ('r', 'p', 'S')
       and (has_table_privilege('app_rw', c.oid, 'select, insert, update, delete, truncate, references, trigger') or has_any_column_privilege('app_rw', c.oid, 'select, insert, update'))`,
    )
    expect(reachable).toEqual([])
  })

  it.each([
    ['app_rw', 'reads none', []],
    ['app_staff', 'reads the work, not the letters', ['pgboss.job', 'pgboss.job_common']],
  ])('%s can enqueue emails and jobs, and %s', async (role, _reads, readable) => {
    const tableRights = await ask<{ place: string; right: string }>(
      `select table_schema || '.' || table_name as place, privilege_type as right from information_schema.role_table_grants
       where grantee in ($1, 'PUBLIC') and table_schema in ('platform', 'pgboss') order by 1`,
      [role],
    )
    expect(new Set(tableRights.map(({ right }) => right))).toEqual(new Set(['INSERT', ...readable.map(() => 'SELECT')]))
    expect(tableRights.filter(({ right }) => right === 'SELECT').map(({ place }) => place)).toEqual(readable)
    const columns = await ask<{ place: string; column: string }>(
      `select distinct table_schema || '.' || table_name as place, column_name as column from information_schema.column_privileges
       where grantee in ($1, 'PUBLIC') and table_schema in ('platform', 'pgboss') and privilege_type <> 'INSERT' order by 1, 2`,
      [role],
    )
    const single = columns.filter(({ place }) => place !== 'pgboss.queue' && !readable.includes(place))
    const neededToHandIn = ['pgboss.job.id', 'pgboss.job.start_after', 'pgboss.job_common.id', 'pgboss.job_common.start_after']
    expect(single.map(({ place, column }) => `${place}.${column}`)).toEqual(readable.length > 0 ? [] : neededToHandIn)
  })

  it.each([
    ['public.client', [], ['currency', 'name', 'time_zone', 'updated_at', 'version']],
    ['public.app_user', [], ['last_seen_at', 'lastname', 'name', 'theme', 'time_zone', 'updated_at', 'version']],
    ['public.user_company', [], []],
    ['public.staff_request', [], []],
    ['public.data_source', [], []],
    ['public.change_head', ['INSERT'], ['last_seq']],
    ['public.change_log', ['INSERT'], []],
    ['public.change_follower', [], []],
    ['public.notification', ['INSERT'], ['read_at']],
    ['public.audit_entry', ['INSERT'], []],
    ['public.audit_day', [], []],
    ['public.ledger_read', ['INSERT'], []],
    ['public.ledger_entry', [], []],
    ['public.ledger_head', [], []],
    ['public.ledger_day', [], []],
    ['public.event', ['INSERT'], []],
    ['public.onboarding_step', ['INSERT'], []],
    ['public.live_event', ['INSERT'], []],
    ['registry.user_email', [], []],
    ['registry.user_subject', [], []],
  ])('writes no more of %s than it needs', async (table, rights, columns) => {
    const granted = await ask<{ privilege_type: string }>(
      `select privilege_type from information_schema.role_table_grants
       where grantee in ('app_rw', 'PUBLIC') and table_schema || '.' || table_name = $1 order by 1`,
      [table],
    )
    expect(granted.map(({ privilege_type: right }) => right)).toEqual([...rights, 'SELECT'])
    const updatable = await ask<{ column: string }>(
      `select attname::text as column from pg_attribute where attrelid = $1::regclass and attnum > 0
       and has_column_privilege('app_rw', attrelid, attnum, 'update') order by 1`,
      [table],
    )
    expect(updatable.map(({ column }) => column)).toEqual(columns)
  })

  it.each(['app_staff', 'app_system'])('%s can only append to the audit log [ADMIN-04]', async (role) => {
    const granted = await ask<{ place: string }>(
      `select table_name || ' ' || privilege_type as place from information_schema.role_table_grants
       where grantee in ($1, 'PUBLIC') and table_name in ('audit_entry', 'audit_head', 'audit_day') order by 1`,
      [role],
    )
    const days = role === 'app_system' ? ['audit_day INSERT', 'audit_day SELECT'] : ['audit_day SELECT']
    const entries = ['audit_entry INSERT', 'audit_entry SELECT']
    const heads = ['audit_head INSERT', 'audit_head SELECT', 'audit_head UPDATE']
    expect(granted.map(({ place }) => place)).toEqual([...days, ...entries, ...heads])
  })

  it('has timeouts', async () => {
    const waiting = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'citus.propagate_set_commands']
    const settingsOf = (role: DatabaseRole) =>
      asRole(role, async (client) => {
        const text = `select ${waiting.map((name) => `current_setting('${name}')`).join(', ')}`
        return (await client.query<string[]>({ text, rowMode: 'array' })).rows[0]
      })
    expect(await settingsOf('app_rw')).toEqual(['30s', '10s', '1min', 'local'])
    expect(await settingsOf('app_staff')).toEqual(['30s', '10s', '1min', 'local'])
    expect(await settingsOf('app_system')).toEqual(['5min', '10s', '1min', 'local'])
  })

  it('creates nothing in our schemas', async () => {
    const creatable = await ask(
      `select nspname from pg_namespace where nspname in ('public', 'registry', 'platform', 'pool', 'pgboss') and has_schema_privilege('app_rw', oid, 'create')`,
    )
    expect(creatable).toEqual([])
  })
})

describe('Two clients with one row in every table', async () => {
  const [ana, ben] = [newId(), newId()]
  const rowsOf = new Map([
    [ana, new Map<string, Record<string, unknown>>()],
    [ben, new Map<string, Record<string, unknown>>()],
  ])
  const fill = (clientId: string) =>
    database.asSystem('test: a row in every table', async (tx) => {
      const rows = rowsOf.get(clientId) ?? new Map()
      for (const table of inOrder(tables)) rows.set(table.name, await insertRow(tx, table, rowFor(table, clientId, rows)))
    })
  await fill(ana)
  await fill(ben)

  const refused = /row-level security|permission denied/
  /** Without the right to a statement, nothing is changed. */
  const withoutRight = (error: Error): bigint => {
    if (!error.message.startsWith('permission denied')) throw error
    return 0n
  }
  const touched = (statement: RawBuilder<unknown>): Promise<bigint | undefined> =>
    database.inClient(ana, (tx) => statement.execute(tx)).then(({ numAffectedRows }) => numAffectedRows, withoutRight)

  /** What only the product itself reads: tokens of vendors, and connect attempts. */
  const isClosed = ({ name }: { name: string }): boolean =>
    ['public.integration_secret', 'public.integration_access', 'public.connect_attempt'].includes(name)

  describe.each(tables.filter(isClosed))('$name', ({ name }) => {
    it.each(['app_rw', 'app_staff'] as const)('is closed to %s for every statement [SYNC-02]', async (role) => {
      const client = new pg.Client(connectionOf(location, role))
      await client.connect()
      try {
        await client.query(`select enter_client('${ana}')`)
        await expect(client.query(`select 1 from ${name}`)).rejects.toThrow('permission denied')
        await expect(client.query(`delete from ${name}`)).rejects.toThrow('permission denied')
      } finally {
        await client.end()
      }
    })
  })

  describe.each(tables.filter((table) => !isClosed(table)))('$name', (table) => {
    const name = sql.table(table.name)

    it('shows each client its own row and not the other one [HTTP-08] [USER-01]', async () => {
      const visible = await database.inClient(ana, (tx) => sql<{ client_id: string }>`select client_id from ${name}`.execute(tx))
      expect(visible.rows).toEqual([{ client_id: ana }])
      const asked = await database.inClient(ana, (tx) => sql`select 1 from ${name} where client_id = ${ben}`.execute(tx))
      expect(asked.rows).toEqual([])
    })

    it('lets no client change or delete a row of the other', async () => {
      const columns = table.columns.map((one) => one.name).filter((column) => column !== 'client_id')
      for (const column of columns.map((one) => sql.ref(one)))
        expect(await touched(sql`update ${name} set ${column} = ${column} where client_id = ${ben}`)).toBe(0n)
      expect(await touched(sql`delete from ${name} where client_id = ${ben}`)).toBe(0n)
    })

    it('refuses a row that a client writes for the other, or moves to it', async () => {
      const row = rowFor(table, ben, rowsOf.get(ben) ?? new Map())
      await expect(database.inClient(ana, (tx) => insertRow(tx, table, row))).rejects.toThrow(refused)
      const moved = database.inClient(ana, (tx) => sql`update ${name} set client_id = ${newId()}`.execute(tx))
      await expect(moved).rejects.toThrow(refused)
    })

    it('shows nothing without a client, and accepts nothing', async () => {
      const client = new pg.Client(connectionOf(location, 'app_rw'))
      await client.connect()
      try {
        expect((await client.query(`select 1 from ${table.name}`)).rowCount).toBe(0)
        const deleted = client.query(`delete from ${table.name}`).then(({ rowCount }) => rowCount, withoutRight)
        expect(Number(await deleted)).toBe(0)
      } finally {
        await client.end()
      }
      const left = await database.asStaff('test: count', (tx) => sql`select 1 from ${name}`.execute(tx))
      expect(left.rows).toHaveLength(2)
    })
  })
})
