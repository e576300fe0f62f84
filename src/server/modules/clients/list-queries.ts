// How staff search all accounts. Every set of ids comes from its own index; with `or` none would be used.
import { sql, type SqlBool } from 'kysely'
import { namePattern } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { isId } from '#server/platform/ids.ts'
import { selectRows } from './queries.ts'

export interface ClientSearch {
  page: number
  size: number
  search?: string | undefined
  status?: string | undefined
  type?: string | undefined
  sort: { field: 'created_at' | 'name'; direction: 'asc' | 'desc' }
}

const owners = (tx: Tx) =>
  tx
    .selectFrom('app_user as person')
    .innerJoin('client', (join) =>
      join.onRef('client.client_id', '=', 'person.client_id').onRef('client.owner_user_id', '=', 'person.id'),
    )
    .select('client.client_id')

/**
 * Masked owners are found by first and last name together or by their complete email: a part of it would reveal the
 * masked name.
 */
const ownersCalled = (tx: Tx, text: string) =>
  owners(tx).where(sql<SqlBool>`lower(person.name || ' ' || person.lastname) = lower(${text})`)

const ownersLike = (tx: Tx, text: string) =>
  owners(tx)
    .where(sql<SqlBool>`lower(person.name || ' ' || person.lastname) like lower(${namePattern(text)})`)
    .union(owners(tx).where(sql<SqlBool>`person.email_norm like lower(${namePattern(text)})`))

const ownersAt = (tx: Tx, text: string) =>
  tx
    .selectFrom('registry.user_email as known')
    .innerJoin('client', (join) =>
      join.onRef('client.client_id', '=', 'known.client_id').onRef('client.owner_user_id', '=', 'known.user_id'),
    )
    .select('client.client_id')
    .where('known.email_norm', '=', sql<string>`lower(${text})`)

const named = (tx: Tx, text: string) =>
  tx
    .selectFrom('client')
    .select('client_id')
    .where(sql<SqlBool>`lower(client.name) like lower(${namePattern(text)})`)

const idsFound = (tx: Tx, text: string, isMasked: boolean) => {
  const byOwner = isMasked ? ownersAt(tx, text).union(ownersCalled(tx, text)) : ownersLike(tx, text)
  const found = named(tx, text).union(byOwner)
  return isId(text) ? found.union(tx.selectFrom('client').select('client_id').where('client_id', '=', text)) : found
}

const matching = (tx: Tx, { search, status, type }: ClientSearch, isMasked: boolean) =>
  tx
    .selectFrom('client')
    .$if(search !== undefined, (query) => query.where('client.client_id', 'in', idsFound(tx, search ?? '', isMasked)))
    .$if(status !== undefined, (query) => query.where('client.status', '=', status ?? ''))
    .$if(type !== undefined, (query) => query.where('client.type', '=', type ?? ''))

const orders = { created_at: sql`client.created_at`, name: sql`lower(client.name)` }

/** Owners and users are looked up for the page alone, not for the pages before it. */
export const selectClients = async (tx: Tx, query: ClientSearch, isMasked: boolean) => {
  const { page, size, sort } = query
  const onPage = matching(tx, query, isMasked)
    .select('client.client_id')
    .orderBy(orders[sort.field], sort.direction)
    .orderBy('client.client_id', sort.direction)
    .offset((page - 1) * size)
    .limit(size)
  const items = await selectRows(tx)
    .innerJoin(onPage.as('found'), 'found.client_id', 'client.client_id')
    .orderBy(orders[sort.field], sort.direction)
    .orderBy('client.client_id', sort.direction)
    .execute()
  const { total } = await matching(tx, query, isMasked)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}
