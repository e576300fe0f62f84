// SQL that a database with tables distributed by account refuses or executes wrongly (rules for SQL in
// docs/architecture), as far as the text shows it.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './platform/config.ts'
import { splitStatements } from './platform/db/migrate.ts'
import { brokenIn, brokenInSql } from './testing/database/distributed-rules.ts'
import { chainsIn, statementsIn } from './testing/database/statements.ts'

const tables =
  /\b(?:insert into|(?<!do |for |no key )update|delete from)\s+([a-z_.]+)|(?:insertInto|updateTable|deleteFrom)\('([a-z_.]+)/gi

/** Tables of schema `platform` are not distributed. */
const isLocal = (text: string): boolean => {
  const written = [...text.matchAll(tables)].map(([, one, other]) => one ?? other ?? '')
  return written.length > 0 && written.every((table) => table.startsWith('platform.'))
}

const sources = globSync('src/server/{modules,platform}/**/*.ts', { cwd: projectRoot })
  .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))

/** Applied before a database could be distributed; one of them would be refused afterwards. */
const lastUndistributed = '0028'

const migrations = readdirSync(join(projectRoot, 'db/migrations')).map((file) => ({
  file,
  statements: splitStatements(readFileSync(join(projectRoot, 'db/migrations', file), 'utf8')),
}))

describe('The SQL of every module', () => {
  it('was really read', () => {
    expect(sources.flatMap(({ text }) => statementsIn(text)).length).toBeGreaterThan(200)
    expect(sources.flatMap(({ text }) => chainsIn(text)).length).toBeGreaterThan(200)
  })

  it('is accepted by a distributed database', () => {
    const broken = sources
      .filter(({ text }) => !isLocal(text))
      .flatMap(({ path, text }) => brokenIn(text).map((what) => `${path}: ${what}`))
    expect(broken).toEqual([])
  })

  it('is so in their tests too, which can run on a cluster', () => {
    const tests = globSync('src/server/{modules,roles,testing}/**/*.ts', { cwd: projectRoot }).filter(
      (path) => /\.test\.ts$|\/testing\//.test(path) && !path.endsWith('distributed-rules.ts'),
    )
    const broken = tests.flatMap((path) =>
      brokenIn(readFileSync(join(projectRoot, path), 'utf8')).map((what) => `${path}: ${what}`),
    )
    expect([tests.length > 100, broken]).toEqual([true, []])
  })

  it('is never decided by the name of a constraint, which differs on every worker', () => {
    expect(sources.filter(({ text }) => /\.constraint\b|['"]constraint['"]/.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('The SQL of migrations', () => {
  const brokenFrom = (first: string): string[] =>
    migrations.filter(({ file }) => file > first).flatMap(({ statements }) => statements.flatMap(brokenInSql))

  it('is accepted by a distributed database, from the first one that can run on one', () => {
    expect(brokenFrom(`${lastUndistributed}_~`)).toEqual([])
  })

  it('was checked against these rules: an older one would be found', () => {
    expect(brokenFrom('0011')).toContainEqual(
      expect.stringMatching(/^no stable function over a column in an update: update integration/),
    )
  })
})

describe('The search', () => {
  it.each([
    ['a start that is kept', 'set({ started_at: sql`coalesce(started_at, now())` })'],
    ['a piece inside of a choice', 'sql`case when a then ${after(sql`now()`, { of: `x` })} else b end`'],
    ['an unguarded copy', 'sql`insert into touch (client_id) select ${id} from contact`'],
    ['a clock in do update', 'sql`insert into t (a) values (1) on conflict (a) do update set at = now() returning a`'],
    ['a new id in an update', 'sql`update contact set id = uuidv7() where client_id = ${id}`'],
    ['a scope that stays here', 'sql`select set_config(${name}, ${id}, true)`'],
  ])('finds: %s', (_what, text) => {
    expect(brokenIn(text)).toHaveLength(1)
  })

  it.each([
    ['the earlier of two', 'set({ started_at: sql`least(started_at, now())` })'],
    ['a time of ours', 'sql`update contact set deleted_at = coalesce(deleted_at, ${at})`'],
    ['a column that is read', "select(sql<boolean>`coalesce(at <= now(), false)`.as('is_over'))"],
    ['a question', 'sql<{ a: string }>`select coalesce(at, now()) from contact`'],
    ['a guarded copy', 'sql`insert into touch (client_id) select ${id} from contact on conflict do nothing`'],
    ['the clock of the row', 'sql`insert into t (a, at) values (1, now()) on conflict (a) do update set at = excluded.at`'],
    [
      'a set of ids of all accounts',
      'sql`request_id in (select known.request_id from audit_entry as known where known.actor_id = ${id})`',
    ],
    [
      'a list of all accounts',
      'sql`select (select count(*) from app_user where app_user.client_id = client.client_id) from client`',
    ],
    ['a row as JSON', 'sql`select to_jsonb(run) from sync_run run where run.client_id = ${id}`'],
  ])('does not report correct SQL: %s', (_what, text) => {
    expect(brokenIn(text)).toEqual([])
  })
})

/** Each of these worked on one node and failed, or was silently wrong, on several. */
describe('What was found on a real cluster is found in its text, and its fix is not', () => {
  const subSelect = 'no sub-select without client_id by value'
  it.each([
    {
      what: 'a user is held with a sub-select that goes by the row around it',
      says: subSelect,
      before: `tx.selectFrom('app_user').where('app_user.client_id', '=', clientId).forShare('app_user')
        .select((row) => row.selectFrom('user_company').select('ids').whereRef('user_company.client_id', '=', 'app_user.client_id').as('ids'))`,
      after: `tx.selectFrom('app_user').where('app_user.client_id', '=', clientId).forShare('app_user')
        .select((row) => row.selectFrom('user_company').select('ids').where('user_company.client_id', 'in', clientIds).as('ids'))`,
    },
    {
      what: 'the same in SQL',
      says: subSelect,
      before: `sql\`select (select count(*) from user_company as c where c.client_id = u.client_id) from app_user as u
        where u.client_id = \${clientId} for share of u\``,
      after: `sql\`select (select count(*) from user_company as c where c.client_id = \${clientId}) from app_user as u
        where u.client_id = \${clientId} for share of u\``,
    },
    {
      what: 'a lock over all accounts',
      says: 'no lock without client_id by value',
      before: "tx.selectFrom('sync_run').select('id').where('status', '=', 'queued').forUpdate().execute()",
      after: "tx.selectFrom('sync_run').select('id').where('client_id', '=', clientId).forUpdate().execute()",
    },
    {
      what: 'requests are joined with staff of another account',
      says: 'no join of rows of different accounts',
      before: "tx.selectFrom('staff_request').innerJoin('app_user as asker', 'asker.id', 'staff_request.requested_by')",
      after: "tx.selectFrom('staff_request').where('staff_request.requested_by', 'in', selectStaff(tx).select('asker.id'))",
    },
    {
      what: 'the same in SQL',
      says: 'no join of rows of different accounts',
      before:
        'sql`select 1 from staff_request join app_user as asker on asker.id = staff_request.requested_by where kind = ${kind}`',
      after:
        'sql`select 1 from staff_request where kind = ${kind} and requested_by in (select id from app_user where role = ${role})`',
    },
    {
      what: 'members that are in none of these lists',
      says: 'no comparison of several columns with a select',
      before:
        'sql`delete from crm_list_member where client_id = ${id} and (list, contact) not in (select r.list, r.contact from ${given})`',
      after: `sql\`delete from crm_list_member as m where m.client_id = \${id}
        and not exists (select 1 from \${given} where r.list = m.list and r.contact = m.contact)\``,
    },
    {
      what: 'some rows of a table by their keys',
      says: 'no comparison of several columns with a select',
      before:
        'sql`delete from ${name} where client_id = ${id} and (${key}) in (select ${key} from ${name} where client_id = ${id} limit 9)`',
      after: `sql\`delete from \${name} as t where t.client_id = \${id}
        and exists (select 1 from (select \${key} from \${name} where client_id = \${id} limit 9) as chosen where \${isSame})\``,
    },
    {
      what: 'a function of ours over a row',
      says: 'no function over a row that is named by its table: function(row(t.*)::t)',
      before: 'sql`select sha256(convert_to(audit_text(audit_entry), ${utf8})) from audit_entry where client_id = ${id}`',
      after:
        'sql`select sha256(convert_to(audit_text(row(audit_entry.*)::audit_entry), ${utf8})) from audit_entry where client_id = ${id}`',
    },
    {
      what: 'whether a transaction wrote',
      says: 'no id of the transaction, which knows nothing of other nodes',
      before: 'sql<{ wrote: boolean }>`select pg_current_xact_id_if_assigned() is not null as wrote`',
      after: 'if (hasWritten(tx)) await markCommitted(tx, ref)',
    },
    {
      what: 'whether a table has grown',
      says: 'no size of a table without citus_relation_size: that of the coordinator is empty',
      before: 'sql`select relname from pg_class where pg_relation_size(oid) > 5 * ${pageBytes} * greatest(relpages, 10)`',
      after:
        'sql`select citus_relation_size(logicalrelid) from pg_dist_partition`; sql`select pg_relation_size(oid) from pg_class`',
    },
    {
      what: 'a fact that gets another name',
      says: 'no stable function over a column in an update',
      before:
        "sql`update integration set facts = facts - 'gid' || jsonb_build_object('table_id', facts->'gid') where facts ? 'gid'`",
      after: "sql`update integration set facts = jsonb_set(facts - 'gid', '{table_id}', facts->'gid') where facts ? 'gid'`",
    },
    {
      what: 'the same in the query builder',
      says: 'no stable function over a column in an update',
      before:
        "tx.updateTable('notification').set({ data: sql`data || jsonb_build_object('name', name)` }).where('client_id', '=', id)",
      after:
        "tx.updateTable('notification').set({ data: sql`data || jsonb_build_object('name', ${name}::text)` }).where('client_id', '=', id)",
    },
    {
      what: 'the page of an account counts its users by the row around them',
      says: subSelect,
      before: `tx.selectFrom('client').select((row) => row.selectFrom('app_user').select((user) => user.fn.countAll().as('users'))
        .whereRef('app_user.client_id', '=', 'client.client_id').as('users'))`,
      after: `tx.selectFrom('client').select((row) => row.selectFrom('app_user').select((user) => user.fn.countAll().as('users'))
        .$if(clientId !== undefined, (users) => users.where('app_user.client_id', '=', clientId ?? ''))
        .whereRef('app_user.client_id', '=', 'client.client_id').as('users'))`,
    },
  ])('$what', ({ says, before, after }) => {
    expect(brokenIn(before)).toEqual([expect.stringContaining(says)])
    expect(brokenIn(after)).toEqual([])
  })
})
