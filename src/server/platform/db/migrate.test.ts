import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { databaseOf } from '#server/testing/database/cluster.ts'
import { projectRoot } from '../config.ts'
import { BadSetting } from '../config/parse.ts'
import { connectionOf, type DatabaseLocation } from './connection.ts'
import { migrate, splitStatements } from './migrate.ts'

const query = async (location: DatabaseLocation, text: string): Promise<pg.QueryResultRow[]> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A completely empty database. */
const emptyDatabase = async (): Promise<DatabaseLocation> => {
  const cluster = inject('cluster')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(databaseOf(cluster, 'postgres'), `create database ${name} strategy file_copy`)
  return databaseOf(cluster, name)
}

const folderOf = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const tablesOf = async (location: DatabaseLocation): Promise<string[]> =>
  (
    await query(location, `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  ).map((row) => row['relname'] as string)

describe('A migration is sent statement by statement', () => {
  it('ends a statement at the semicolon that ends a line', () => {
    expect(splitStatements('select 1;\nselect\n  2;\n')).toEqual(['select 1;', 'select\n  2;'])
  })

  it('keeps the body of a function in one piece', () => {
    const body = 'create function one() returns int\nas $$\nbegin\n  return 1;\nend;\n$$ language plpgsql;'
    expect(splitStatements(`${body} -- done\nselect one();`)).toEqual([`${body} -- done`, 'select one();'])
  })

  it('supports bodies with a tag, also nested ones', () => {
    const body = 'do $outer$\nbegin\n  execute $$ select 1;\n$$;\nend;\n$outer$;'
    expect(splitStatements(`${body}\nselect 2;`)).toEqual([body, 'select 2;'])
  })

  it('does not mistake a comment for a body or for an end', () => {
    expect(splitStatements('-- it costs $$; really;\nselect 1 -- not yet;\n, 2; -- now $$\n\nselect 3;')).toEqual([
      'select 1 -- not yet;\n, 2; -- now $$',
      'select 3;',
    ])
  })

  it('ignores text that only looks like a comment or a body', () => {
    expect(splitStatements("select 'a -- b', '$$';\nselect $$one;$$, 2;\nselect 3;")).toEqual([
      "select 'a -- b', '$$';",
      'select $$one;$$, 2;',
      'select 3;',
    ])
  })

  it('refuses a last statement without an end, instead of leaving it out', () => {
    expect(() => splitStatements('select 1;\nselect 2')).toThrow('does not end with a semicolon')
  })
})

describe('Migrating', () => {
  it('brings a new database up to date once, with any number of processes that start at the same time', async () => {
    const location = await emptyDatabase()
    const folder = folderOf({
      '0001_first.sql': 'create table first (id int);\n',
      '0002_second.sql': 'create table second (id int);\n',
    })
    const answers = await Promise.all([1, 2, 3, 4].map(() => migrate(location, folder)))
    expect(answers.flatMap(({ applied }) => applied).toSorted()).toEqual(['0001_first', '0002_second'])
    expect(await tablesOf(location)).toEqual(['first', 'second'])
  })

  it('does nothing the second time, and only what is new the third', async () => {
    const location = await emptyDatabase()
    const first = { '0001_first.sql': 'create table first (id int);\n' }
    expect(await migrate(location, folderOf(first))).toEqual({ applied: ['0001_first'] })
    expect(await migrate(location, folderOf(first))).toEqual({ applied: [] })
    const more = folderOf({ ...first, '0002_second.sql': 'create table second (id int);\n' })
    expect(await migrate(location, more)).toEqual({ applied: ['0002_second'] })
  })

  it('refuses a migration that was changed after it had been applied, with a sentence', async () => {
    const location = await emptyDatabase()
    await migrate(location, folderOf({ '0001_first.sql': 'create table first (id int);\n' }))
    const changed = folderOf({ '0001_first.sql': 'create table first (id bigint);\n' })
    await expect(migrate(location, changed)).rejects.toThrow(
      new BadSetting('Migration 0001_first was changed after it had been applied to this database.'),
    )
    await expect(migrate(location, changed)).rejects.toBeInstanceOf(BadSetting)
  })

  it('refuses a database of a newer version, and changes nothing', async () => {
    const location = await emptyDatabase()
    const first = { '0001_first.sql': 'create table first (id int);\n' }
    await migrate(location, folderOf({ ...first, '0009_tomorrow.sql': 'create table tomorrow (id int);\n' }))
    const older = folderOf({ ...first, '0002_never.sql': 'create table never (id int);\n' })
    await expect(migrate(location, older)).rejects.toBeInstanceOf(BadSetting)
    await expect(migrate(location, older)).rejects.toThrow(
      'This database was migrated by a newer Tributary (0009_tomorrow). Start that version, or use another data folder.',
    )
    expect(await tablesOf(location)).toEqual(['first', 'tomorrow'])
  })

  it('leaves nothing of a failed migration, and continues there once it is right', async () => {
    const location = await emptyDatabase()
    const first = { '0001_first.sql': 'create table first (id int);\n' }
    const wrong = folderOf({ ...first, '0002_second.sql': 'create table second (id int);\nselect no_such_function();\n' })
    await expect(migrate(location, wrong)).rejects.toThrow(/^Migration 0002_second failed: .*no_such_function/)
    expect(await tablesOf(location)).toEqual(['first'])
    const right = folderOf({ ...first, '0002_second.sql': 'create table second (id int);\n' })
    expect(await migrate(location, right)).toEqual({ applied: ['0002_second'] })
  })

  it('releases its lock for the next process when it failed', async () => {
    const location = await emptyDatabase()
    const wrong = folderOf({ '0001_first.sql': 'select no_such_function();\n' })
    const answers = await Promise.allSettled([1, 2, 3].map(() => migrate(location, wrong)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('creates every table of the product in an empty database', async () => {
    const location = await emptyDatabase()
    await migrate(location)
    expect(await tablesOf(location)).toEqual(expect.arrayContaining(['app_user', 'client', 'event', 'live_event']))
  })

  /** The database as it was before that migration. */
  const databaseBefore = async (number: string) => {
    const location = await emptyDatabase()
    const folder = join(projectRoot, 'db/migrations')
    const before = readdirSync(folder).filter((file) => file < number)
    await migrate(location, folderOf(Object.fromEntries(before.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))))
    return location
  }

  /** Ann signed up and owns the account, Bea was invited, Cy joined by an invitation before that was recorded. */
  const harborLight = `with harbor as (insert into client (name, type) values ('Harbor Light', 'COMPANY') returning client_id),
     members as (insert into app_user (client_id, email, email_norm, name, lastname, role, status, created_at, invited_at)
       select client_id, email, email, 'Ann', 'Lu', 'admin', 'ACTIVE', timestamptz '2026-10-01Z', invited_at from harbor,
       (values ('ann@example.com', null::timestamptz), ('bea@example.com', timestamptz '2026-10-02Z'), ('cy@example.com', null))
         as of (email, invited_at)
       returning client_id, id, email)
     select client_id, id from members where email = 'ann@example.com'`

  it('treats owners who signed up as having accepted the terms, and no other users [VAL-13]', async () => {
    const location = await databaseBefore('0014')
    const [ann] = await query(location, harborLight)
    await query(location, `update client set owner_user_id = '${ann?.['id']}' where client_id = '${ann?.['client_id']}'`)
    await migrate(location)
    const terms = await query(location, 'select email, terms_version, terms_accepted_at from app_user order by email')
    expect(terms).toEqual([
      { email: 'ann@example.com', terms_version: '2026-09-01', terms_accepted_at: new Date('2026-10-01Z') },
      { email: 'bea@example.com', terms_version: null, terms_accepted_at: null },
      { email: 'cy@example.com', terms_version: null, terms_accepted_at: null },
    ])
  })

  it('keeps the sealed tokens of a source in the row that they are sealed for, and the source can use them', async () => {
    const location = await databaseBefore('0016')
    await query(
      location,
      `with harbor as (insert into client (name, type) values ('Harbor Light', 'COMPANY') returning client_id),
       portal as (insert into integration (client_id, type, name, status) select client_id, 'hubspot', 'HubSpot', 'active' from harbor
         returning client_id, id)
       insert into integration_secret (client_id, integration_id, access_sealed, version, hook_key)
       select client_id, id, 's1.key', 4, 'hook' from portal`,
    )
    await migrate(location)
    const keys = await query(
      location,
      `select access_sealed, version, webhook_key, grant_id = integration_id as is_own, secret.type, login_id
       from integration_access join integration_secret as secret on secret.client_id = integration_access.client_id and secret.id = grant_id`,
    )
    expect(keys).toEqual([
      { access_sealed: 's1.key', version: 4, webhook_key: 'hook', is_own: true, type: 'hubspot', login_id: null },
    ])
  })

  it('keeps what is known of a source that gets another name', async () => {
    const location = await databaseBefore('0011')
    await query(
      location,
      `with harbor as (insert into client (name, type) values ('Harbor Light', 'COMPANY') returning client_id)
       insert into integration (client_id, type, name, status, facts) select client_id, type, type, 'active', facts::jsonb from harbor,
       (values ('googlesheet', '{"gid":"0","time_zone":"UTC"}'), ('facebook', '{"user_id":"7"}'), ('google', '{"login_id":"8"}')) as of (type, facts)`,
    )
    await migrate(location)
    const facts = await query(location, 'select type, facts from integration order by type')
    expect(facts).toEqual([
      { type: 'facebook', facts: { login_id: '7' } },
      { type: 'google', facts: { login_id: '8' } },
      { type: 'googlesheet', facts: { table_id: '0', time_zone: 'UTC' } },
    ])
  })

  it('gives every integration a data source that owns its rows', async () => {
    const location = await databaseBefore('0029')
    await query(
      location,
      `with harbor as (insert into client (name, type) values ('Harbor Light', 'COMPANY') returning client_id),
       portal as (insert into integration (client_id, type, name, status, created_at)
         select client_id, 'hubspot', 'HubSpot', 'active', timestamptz '2026-10-01Z' from harbor returning client_id, id),
       ada as (insert into contact (client_id, integration_id, external_id, created_at, content_hash, run_id)
         select client_id, id, 'ada', now(), '', id from portal returning client_id, id, integration_id),
       visit as (insert into touch (client_id, contact_id, key, at, channel, kind, run_id)
         select client_id, id, 'first', now(), 'Direct', 'direct', id from ada),
       newsletter as (insert into crm_list (client_id, integration_id, external_id, kind, name, synced_at)
         select client_id, id, '7', 'list', 'Newsletter', now() from portal)
       insert into crm_list_member (client_id, integration_id, list_external_id, contact_external_id, run_id)
       select client_id, id, '7', 'ada', id from portal`,
    )
    await migrate(location)
    const rowsOf = () =>
      query(
        location,
        `select source.kind, source.created_at,
           (select count(*)::integer from contact where data_source_id = source.id) as contacts,
           (select count(*)::integer from crm_list_member where data_source_id = source.id) as members
         from data_source source join integration on integration.client_id = source.client_id and integration.id = source.id`,
      )
    expect(await rowsOf()).toEqual([{ kind: 'integration', created_at: new Date('2026-10-01Z'), contacts: 1, members: 1 }])
    await query(location, 'delete from integration')
    expect(await query(location, 'select external_id from contact')).toEqual([{ external_id: 'ada' }])
    await query(location, 'delete from data_source')
    const left = 'select 1 from contact union all select 1 from touch union all select 1 from crm_list_member'
    expect(await query(location, left)).toEqual([])
  })

  it('deletes at agencies why opportunities were lost, and keeps it at the companies', async () => {
    const location = await databaseBefore('0047')
    await query(
      location,
      `with account as (insert into client (name, type) values ('Brightsmile', 'COMPANY') returning client_id),
       source as (insert into data_source (client_id, id, kind) select client_id, uuidv7(), kind from account,
         (values ('integration'), ('connection')) as of (kind) returning client_id, id, kind)
       insert into opportunity (client_id, data_source_id, external_id, outcome_reason, created_at, content_hash, run_id)
       select client_id, id, kind, 'Too expensive', now(), '', id from source`,
    )
    await migrate(location)
    const left = 'select external_id, outcome_reason from opportunity order by external_id'
    expect(await query(location, left)).toEqual([
      { external_id: 'connection', outcome_reason: null },
      { external_id: 'integration', outcome_reason: 'Too expensive' },
    ])
  })
})
