import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import { connectionOf, type DatabaseRole } from '#server/platform/db/connection.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { findObstacles, readCatalogue, type Catalogue } from './catalogue.ts'
import { distribute, undistribute } from './distribute.ts'
import { orderOf, planBack, planForth } from './plan.ts'
import { differencesOf, prove } from './proof.ts'

let store: TestDatabase
let owner: pg.Client
let catalogue: Catalogue

const connect = async ({ location }: TestDatabase, role: DatabaseRole = 'owner'): Promise<pg.Client> => {
  const client = new pg.Client(connectionOf(location, role))
  await client.connect()
  return client
}

beforeAll(async () => {
  store = await testDatabase()
  owner = await connect(store)
  catalogue = await readCatalogue(owner)
})
afterAll(async () => {
  await owner.end()
  await store.close()
})

const missing = 'The extension citus is missing. As superuser, on every node: create extension citus'

/** The obstacles after these statements, which are rolled back. */
const obstaclesAfter = async (...statements: string[]): Promise<string[]> => {
  await owner.query('begin')
  try {
    for (const statement of statements) await owner.query(statement)
    return await findObstacles(owner, await readCatalogue(owner))
  } finally {
    await owner.query('rollback')
  }
}

describe('Before any change', () => {
  it('finds no obstacle in our own tables, except the missing extension', async () => {
    expect(catalogue.tenants).toEqual(expect.arrayContaining(['client', 'app_user', 'contact', 'audit_entry']))
    expect(catalogue.registries).toEqual([
      'registry.client_name',
      'registry.connection_invitation',
      'registry.user_email',
      'registry.user_subject',
      'registry.webhook_key',
    ])
    expect(catalogue.functions).toEqual(['audit_text(audit_entry)'])
    expect(await findObstacles(owner, catalogue)).toEqual([missing])
  })

  it.each([
    [
      'a trigger',
      'Table stage has the trigger watch.',
      ['create function watch() returns trigger language plpgsql as $$ begin return new; end $$'],
      'create trigger watch before insert on stage for each row execute function watch()',
    ],
    [
      'an identity column',
      'Column nr of stage is an identity column.',
      [],
      'alter table stage add column nr int generated always as identity',
    ],
    [
      'a unique index without the account',
      'Unique index stage_once of stage does not contain client_id.',
      [],
      'create unique index stage_once on stage (name)',
    ],
    [
      'an account that a unique index only carries along',
      'Unique index stage_once of stage does not contain client_id.',
      [],
      'create unique index stage_once on stage (name) include (client_id)',
    ],
    [
      'a foreign key without the account',
      'Foreign key by_subject of notification does not contain client_id in the same place on both sides.',
      ['alter table app_user add constraint one_subject unique (subject)', 'alter table notification add column who text'],
      'alter table notification add constraint by_subject foreign key (who) references app_user (subject)',
    ],
    [
      'a foreign key that empties columns',
      'Foreign key empties of notification sets columns on delete.',
      ['alter table notification add column seen_by uuid'],
      'alter table notification add constraint empties foreign key (client_id, seen_by) references app_user on delete set null (seen_by)',
    ],
    [
      'a reference to what stays',
      'Foreign key by_letter of notification refers to platform.email, which stays on the coordinator.',
      ['alter table notification add column letter uuid'],
      'alter table notification add constraint by_letter foreign key (letter) references platform.email',
    ],
    [
      'a reference from what stays',
      'Foreign key demo_of of platform.demo_client refers to client, which leaves the coordinator.',
      [],
      'alter table platform.demo_client add constraint demo_of foreign key (client_id) references client',
    ],
    [
      'a policy that asks another table',
      'Policy asks of stage contains a subquery.',
      [],
      'create policy asks on stage to app_rw using (client_id in (select client_id from client))',
    ],
  ])('%s is refused by name', async (_what, sentence, preparing, statement) => {
    expect(await obstaclesAfter(...preparing, statement)).toContain(sentence)
  })

  it('refuses an owner who would not see all rows', async () => {
    const weak = await connect(store, 'app_rw')
    expect(await findObstacles(weak, catalogue)).toContainEqual(expect.stringMatching(/^The user app_rw owns .* needs BYPASSRLS/))
    await weak.end()
  })
})

describe('The plan', () => {
  it('orders accounts first, and referenced tables before the tables that reference them', () => {
    const ordered = orderOf(catalogue.tenants, catalogue.foreignKeys)
    expect(ordered[0]).toBe('client')
    expect(ordered.toSorted()).toEqual(catalogue.tenants.toSorted())
    expect(catalogue.foreignKeys.length).toBeGreaterThan(20)
    for (const { from, to } of catalogue.foreignKeys) expect(ordered.indexOf(to)).toBeLessThan(ordered.indexOf(from))
  })

  it('names tables that reference each other in a circle', () => {
    const circle = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]
    expect(() => orderOf(['client', 'a', 'b'], circle)).toThrow('in a circle: a, b, a')
  })

  const small = {
    tenants: ['app_user', 'audit_head', 'client'],
    registries: ['registry.user_email'],
    foreignKeys: [{ from: 'app_user', to: 'client' }],
    functions: ['audit_text(audit_entry)'],
    shards: 8,
  }

  it('makes registries reference tables and colocates all other tables with their account', () => {
    expect(planForth({ ...small, done: new Set() })).toEqual([
      `select create_reference_table('registry.user_email')`,
      `select create_distributed_table('client', 'client_id', colocate_with => 'none', shard_count => 8)`,
      `select create_distributed_table('app_user', 'client_id', colocate_with => 'client')`,
      `select create_distributed_table('audit_head', 'client_id', colocate_with => 'client')`,
      `select create_distributed_function('audit_text(audit_entry)')`,
    ])
  })

  it('leaves out distributed tables, and is empty when all are distributed', () => {
    expect(planForth({ ...small, done: new Set(['client', 'app_user', 'registry.user_email']) })).toEqual([
      `select create_distributed_table('audit_head', 'client_id', colocate_with => 'client')`,
      `select create_distributed_function('audit_text(audit_entry)')`,
    ])
    expect(planForth({ ...small, done: new Set([...small.tenants, ...small.registries]) })).toEqual([])
  })

  it('undistributes connected tables together, and the others one by one', () => {
    expect(planBack(['client', 'app_user', 'audit_head', 'registry.user_email'], small.foreignKeys)).toEqual([
      `select undistribute_table('client', cascade_via_foreign_keys => true)`,
      `select undistribute_table('audit_head')`,
      `select undistribute_table('registry.user_email')`,
    ])
  })
})

/** A stub of the extension's functions, which records its tables. `lose` runs for each of them. */
const extension = (lose = ''): string[] => [
  'create table pg_dist_partition (logicalrelid regclass primary key)',
  'create table pg_dist_node (isactive boolean, shouldhaveshards boolean, groupid int)',
  'insert into pg_dist_node values (true, true, 1)',
  `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
   select 99999, 'citus', oid, 'public'::regnamespace, false, '14.0' from pg_roles where rolname = current_user`,
  `create function create_distributed_table(regclass, text, colocate_with text, shard_count int default 0) returns void
   language plpgsql as $$ begin insert into pg_dist_partition values ($1); ${lose} end $$`,
  `create function create_reference_table(regclass) returns void language sql as 'insert into pg_dist_partition values ($1)'`,
  `create function create_distributed_function(regprocedure) returns void language sql as 'select'`,
  `create function truncate_local_data_after_distributing_table(regclass) returns void language sql as 'select'`,
  `create function undistribute_table(regclass, cascade_via_foreign_keys boolean default false) returns void language sql as $$
     delete from pg_dist_partition where logicalrelid = $1 or ($2 and exists (
       select 1 from pg_constraint where contype = 'f' and logicalrelid in (conrelid, confrelid))) $$`,
]

const distributable = async (lose?: string) => {
  const own = await testDatabase()
  const client = await connect(own)
  onTestFinished(async () => {
    await client.end()
    await own.close()
  })
  await client.query('set allow_system_table_mods = on')
  for (const statement of extension(lose)) await client.query(statement)
  await client.query(`insert into client (name, type) values ('Harbor Light', 'COMPANY'), ('Ben Ltd', 'AGENCY')`)
  await client.query(
    `insert into stage (client_id, name, name_key, color, order_index) select client_id, 'Won', 'won', '#aabbcc', 1 from client`,
  )
  const printed: string[] = []
  const isDistributed = async () =>
    (await client.query<{ count: number }>('select count(*)::int as count from pg_dist_partition')).rows[0]?.count
  return { client, printed, say: (line: string) => void printed.push(line), isDistributed }
}

describe('Distributing', () => {
  const everything = () => catalogue.tenants.length + catalogue.registries.length

  it('distributes every table once, prints the number of rows, and undistributes', async () => {
    const { client, printed, say, isDistributed } = await distributable()
    await distribute(client, { shards: 4, say })
    expect(await isDistributed()).toBe(everything())
    expect(printed).toContainEqual(expect.stringMatching(/^client +2 rows, the same before and after$/))
    await distribute(client, { shards: 4, say })
    expect(printed.at(-1)).toBe(`All ${everything()} tables are distributed already.`)
    await undistribute(client, { say })
    expect([await isDistributed(), printed.at(-1)]).toEqual([0, `${everything()} tables are back on the coordinator.`])
    await undistribute(client, { say })
    expect(printed.at(-1)).toBe('No table is distributed.')
  })

  it.each([
    [
      'rows are lost',
      `if $1 = 'stage'::regclass then delete from stage where name = 'Won'; end if;`,
      'stage had 2 rows and has 0.',
    ],
    [
      'rows are changed',
      `if $1 = 'stage'::regclass then update stage set name = 'Lost'; end if;`,
      'stage has other rows than before.',
    ],
    [
      'a table is left open',
      `if $1 = 'stage'::regclass then alter table stage no force row level security; end if;`,
      'stage does not force row-level security.',
    ],
    [
      'a policy is lost',
      `if $1 = 'stage'::regclass then drop policy tenant on stage; end if;`,
      'stage has other policies than before.',
    ],
  ])('changes nothing at all where %s', async (_what, lose, sentence) => {
    const { client, say, isDistributed } = await distributable(lose)
    const failed = distribute(client, { shards: 4, say })
    await expect(failed).rejects.toThrow(sentence)
    await expect(failed).rejects.toBeInstanceOf(BadSetting)
    expect(await isDistributed()).toBe(0)
    const { rows } = await client.query('select name from stage')
    expect(rows).toEqual([{ name: 'Won' }, { name: 'Won' }])
  })

  it('refuses roles that do not propagate the entered account to other nodes, and a cluster without nodes', async () => {
    const { client } = await distributable()
    expect(await findObstacles(client, catalogue)).toEqual([])
    await client.query('begin')
    await client.query('alter role app_rw reset citus.propagate_set_commands')
    await client.query('delete from pg_dist_node')
    expect(await findObstacles(client, catalogue)).toEqual([
      expect.stringContaining(`As superuser: alter role app_rw set citus.propagate_set_commands = 'local'`),
      expect.stringContaining('There is no node to distribute to'),
    ])
    await client.query('rollback')
  })
})

describe('The proof', () => {
  it('detects a row that was replaced by another one', async () => {
    await owner.query('begin')
    await owner.query(`insert into client (name, type) values ('Ana & Co', 'COMPANY')`)
    const before = await prove(owner, ['client'])
    await owner.query(`update client set name = 'Ben Ltd'`)
    const after = await prove(owner, ['client'])
    await owner.query('rollback')
    expect(before).toMatchObject([{ table: 'client', rows: 1, isProtected: true }])
    expect([differencesOf(before, before), differencesOf(before, after)]).toEqual([[], ['client has other rows than before.']])
  })
})

describe('npm run db:distribute', () => {
  const run = async (args: readonly string[], url?: string) => {
    const { DATABASE_URL: _mine, ...others } = process.env
    const env = { ...others, ...(url === undefined ? {} : { DATABASE_URL: url }) }
    const child = spawn(process.execPath, ['tools/db-distribute.ts', ...args], { cwd: projectRoot, env })
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
    })
    const [status, err] = await Promise.all([ended, text(child.stderr)])
    return { status, err }
  }

  it('refuses in one sentence', async () => {
    if (store.location.kind !== 'embedded') throw new Error('The tests run on a cluster of their own')
    const { socketDir, port, database } = store.location
    const url = `postgres://app_owner@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
    expect(await run([])).toEqual({ status: 2, err: expect.stringContaining('Set DATABASE_URL to the coordinator') })
    expect(await run(['--shards', 'many'], url)).toEqual({ status: 2, err: expect.stringContaining('--shards is a number') })
    expect(await run([], url)).toEqual({ status: 2, err: `This database cannot be distributed yet:\n${missing}\n` })
  })
})
