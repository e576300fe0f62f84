// What each client has, read from the catalog: values to use in its name, and a digest that shows whether any of it
// changed.
import type { FuzzContext } from './context.ts'
import type { FuzzClient } from './clients.ts'

/** Contacts and related records of an account: no one but the account sees them, not even staff. */
const recordTables = new Set([
  'contact',
  'contact_alias',
  'opportunity',
  'opportunity_contact',
  'stage_event',
  'touch',
  'record_payload',
  'crm_list_member',
])

export type Kind = 'account' | 'records'
export const kindOf = (table: string): Kind => (recordTables.has(table.replace(/^public\./, '')) ? 'records' : 'account')

interface Column {
  table: string
  name: string
  type: string
}

const columnsOfTenants = `
  select n.nspname || '.' || c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname in ('public', 'registry') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'client_id')
  order by 1, 2`

export interface Things {
  /** Values of one client by the name of the field that takes them. */
  named(tenant: FuzzClient, field: string): readonly string[]
  ids(tenant: FuzzClient): readonly string[]
  ownerOf(id: string): { tenant: FuzzClient; kind: Kind } | undefined
}

const perColumn = 12

const snake = (field: string): string => field.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()

/** `integration_id` is the id of an integration, and `id` of anything. */
const namesOf = ({ table, name }: Column): string[] =>
  name === 'id' ? ['id', `${table.replace(/^\w+\./, '').replace(/^app_/, '')}_id`] : [name]

const valuesOf = async (ground: FuzzContext, { table, name, type }: Column, { clientId }: FuzzClient): Promise<string[]> => {
  const rows = await ground.ask<{ value: string }>(
    `select value from (select distinct ${name}::text as value from ${table} where client_id = $1) v
     where value is not null and length(value) < 300 order by value limit ${type === 'uuid' ? 500 : perColumn}`,
    [clientId],
  )
  return rows.map(({ value }) => value)
}

export const readThings = async (ground: FuzzContext, tenants: readonly FuzzClient[]): Promise<Things> => {
  const owners = new Map<string, { tenant: FuzzClient; kind: Kind }>()
  const named = new Map<string, string[]>()
  const add = (column: Column, tenant: FuzzClient, values: readonly string[]): void => {
    for (const name of namesOf(column)) {
      const key = `${tenant.mark} ${name}`
      named.set(key, [...(named.get(key) ?? []), ...values.slice(0, perColumn)])
    }
    if (column.type !== 'uuid') return
    for (const id of values) if (owners.get(id)?.kind !== 'account') owners.set(id, { tenant, kind: kindOf(column.table) })
  }
  const columns = await ground.ask<Column & Record<string, unknown>>(columnsOfTenants)
  for (const column of columns.filter(({ type }) => type === 'uuid' || type === 'text'))
    for (const tenant of tenants) add(column, tenant, await valuesOf(ground, column, tenant))
  const idsOf = (tenant: FuzzClient) => [...owners].filter(([, owner]) => owner.tenant === tenant).map(([id]) => id)
  const ids = new Map(tenants.map((tenant) => [tenant, idsOf(tenant)]))
  return {
    named: (tenant, field) => named.get(`${tenant.mark} ${snake(field)}`) ?? [],
    ids: (tenant) => ids.get(tenant) ?? [],
    ownerOf: (id) => owners.get(id),
  }
}

/** By client and table; equal if no row was added, deleted or changed. */
export type Digests = Map<string, string>

export const createDigester = async (ground: FuzzContext): Promise<() => Promise<Digests>> => {
  const columns = await ground.ask<Column & Record<string, unknown>>(columnsOfTenants)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const one = (table: string): string =>
    `select client_id::text || ' ${table}' as key, md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${table} t group by client_id`
  const all = tables.map(one).join(' union all ')
  return async () => {
    const rows = await ground.ask<{ key: string; digest: string }>(all)
    return new Map(rows.map(({ key, digest }) => [key, digest]))
  }
}

/** The tables of a client that have changed. */
export const changedTables = (before: Digests, after: Digests, { clientId }: FuzzClient): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => key.startsWith(clientId) && before.get(key) !== after.get(key))
    .map((key) => key.slice(clientId.length + 1))
