// Reads from the database catalog which tables to distribute, and what prevents it.
import type { ClientBase } from 'pg'
import { servingRoles } from '#server/platform/db/connection.ts'
import type { ForeignKey } from './plan.ts'

export interface Catalogue {
  /** Tenant tables, without their schema. */
  tenants: string[]
  /** Registry tables (unique across accounts), with their schema. */
  registries: string[]
  foreignKeys: ForeignKey[]
  /** Our own functions that take a row of such a table: the extension does not detect these. */
  functions: string[]
}

const namesOf = async (client: ClientBase, text: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query<{ name: string }>(text, values)).rows.map(({ name }) => name)

const tenantsQuery = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
  order by 1`

const registriesQuery = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'registry'::regnamespace and c.relkind = 'r' order by 1`

const functionsQuery = `
  select distinct p.oid::regprocedure::text as name from pg_proc p
  join pg_type t on t.oid = any (p.proargtypes::oid[])
  where p.prokind = 'f' and p.pronamespace = 'public'::regnamespace and t.typrelid = any ($1::text[]::regclass[]::oid[]) order by 1`

const foreignKeysQuery = `
  select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
  where contype = 'f' and conrelid = any ($1::text[]::regclass[]) and conrelid <> confrelid order by 1, 2`

export const readCatalogue = async (client: ClientBase): Promise<Catalogue> => {
  const tenants = await namesOf(client, tenantsQuery)
  const registries = await namesOf(client, registriesQuery)
  const { rows: foreignKeys } = await client.query<ForeignKey>(foreignKeysQuery, [tenants])
  return { tenants, registries, foreignKeys, functions: await namesOf(client, functionsQuery, [tenants]) }
}

/** $1 tenant tables, $2 registry tables. Each row is a sentence. */
const obstaclesQuery = `
  with every as (select unnest($1::text[] || $2::text[])::regclass as id), tenant as (select unnest($1::text[])::regclass as id),
  foreign_key as (select k.*, (
      select count(*) from unnest(k.conkey, k.confkey) as pair(own, other)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own and a.attname = 'client_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = other and b.attname = 'client_id') > 0 as has_account
    from pg_constraint k where k.contype = 'f')
  select format('Table %s has the trigger %s.', tgrelid::regclass, tgname) as name
    from pg_trigger where tgrelid in (select id from every) and not tgisinternal
  union all select format('Column %s of %s is an identity column.', attname, attrelid::regclass)
    from pg_attribute where attrelid in (select id from every) and attidentity <> '' and not attisdropped
  union all select format('Unique index %s of %s does not contain client_id.', indexrelid::regclass, indrelid::regclass)
    from pg_index i where indrelid in (select id from tenant) and (indisunique or indisexclusion) and not exists (
      select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'client_id'
        and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1]))
  union all select format('Foreign key %s of %s does not contain client_id in the same place on both sides.', conname, conrelid::regclass)
    from foreign_key where conrelid in (select id from tenant) and confrelid in (select id from tenant) and not has_account
  union all select format('Foreign key %s of %s sets columns on delete.', conname, conrelid::regclass)
    from foreign_key where conrelid in (select id from tenant) and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))
  union all select format('Foreign key %s of %s refers to %s, which stays on the coordinator.', conname, conrelid::regclass, confrelid::regclass)
    from foreign_key where conrelid in (select id from every) and confrelid not in (select id from every)
  union all select format('Foreign key %s of %s refers to %s, which leaves the coordinator.', conname, conrelid::regclass, confrelid::regclass)
    from foreign_key where confrelid in (select id from tenant) and conrelid not in (select id from tenant)
  union all select format('Policy %s of %s contains a subquery.', polname, polrelid::regclass)
    from pg_policy where polrelid in (select id from every)
      and concat(pg_get_expr(polqual, polrelid), ' ', pg_get_expr(polwithcheck, polrelid)) ~* '\\mselect\\M'
  order by 1`

const ownerQuery = `
  select format('The user %s owns the tables and needs BYPASSRLS: rows would be lost otherwise. As superuser: alter role %I bypassrls',
    rolname, rolname) as name
  from pg_roles where rolname = current_user and not rolbypassrls and not rolsuper`

/** Without this setting a node does not know which account a transaction has entered, and returns no rows. */
const rolesQuery = `
  select format('The role %s has to tell other nodes what it sets. As superuser: alter role %I set citus.propagate_set_commands = ''local''',
    rolname, rolname) as name
  from pg_roles where rolname = any ($1::text[]) and not coalesce(rolconfig, '{}') @> '{citus.propagate_set_commands=local}' order by 1`

const workersQuery = `
  select 'There is no node to distribute to. As superuser: select citus_add_node(host, port) for each' as name
  where not exists (select 1 from pg_dist_node where isactive and shouldhaveshards and groupid <> 0)`

export const hasExtension = async (client: ClientBase): Promise<boolean> =>
  (await namesOf(client, `select extname::text as name from pg_extension where extname = 'citus'`)).length > 0

const extensionObstacles = async (client: ClientBase): Promise<string[]> => {
  if (!(await hasExtension(client)))
    return ['The extension citus is missing. As superuser, on every node: create extension citus']
  return [...(await namesOf(client, rolesQuery, [servingRoles])), ...(await namesOf(client, workersQuery))]
}

/** Reports all obstacles together, so that the operator can fix them in one go. */
export const findObstacles = async (client: ClientBase, { tenants, registries }: Catalogue): Promise<string[]> => [
  ...(await namesOf(client, ownerQuery)),
  ...(await extensionObstacles(client)),
  ...(await namesOf(client, obstaclesQuery, [tenants, registries])),
]

/** Tables that are already distributed. */
export const readDistributed = async (client: ClientBase): Promise<Set<string>> =>
  new Set(await namesOf(client, 'select logicalrelid::regclass::text as name from pg_dist_partition'))
