import { sql } from 'kysely'
import type { Role } from '#contract/users/permissions.ts'
import { namePattern } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { isId } from '#server/platform/ids.ts'
import { selectUsersIn } from '../queries.ts'
import type { UserRow, Status } from '../model.ts'

export interface UserFilter {
  /** All accounts, where none is named. */
  clientId: string | undefined
  search: { part: string } | Across | undefined
  statuses: readonly Status[]
  role: Role | undefined
}

/** What is looked for across accounts, with what was found of it elsewhere. */
interface Across {
  text: string
  /** Where names are masked, a part of one would tell what the mask hides. */
  isWhole: boolean
  userIds: readonly string[]
  clientIds: readonly string[]
}

export interface PageOf {
  sort: { field: 'created_at' | 'name'; direction: 'asc' | 'desc' }
  page: number
  size: number
}

/** A word that more accounts than that have in their names is no word to find somebody by: of the others nobody is found. */
const clientsMax = 2000

const usersAt = (tx: Tx, address: string) =>
  tx.selectFrom('registry.user_email').select('user_id').where('email_norm', '=', address.toLowerCase()).execute()

/** What leads to people across accounts: accounts by a part of their name or by id, people by id, and where masked by their whole address. */
export const findAcross = async (tx: Tx, search: string, isWhole: boolean): Promise<Across> => {
  const clients = await tx
    .selectFrom('client')
    .select('client_id')
    .where(sql<boolean>`lower(name) like lower(${namePattern(search)})`)
    .limit(clientsMax)
    .execute()
  const people = isWhole ? await usersAt(tx, search) : []
  const given = isId(search) ? [search] : []
  return {
    text: search,
    isWhole,
    userIds: [...given, ...people.map((row) => row.user_id)],
    clientIds: [...given, ...clients.map((row) => row.client_id)],
  }
}

const byWholeName = (name: string) => [sql`lower(app_user.name || ' ' || app_user.lastname) = lower(${name})`]

const byPart = (text: string) => [
  sql`lower(app_user.name || ' ' || app_user.lastname) like lower(${namePattern(text)})`,
  sql`app_user.email_norm like lower(${namePattern(text)})`,
]

/** Each way has its index, and their union is read once. Where masked, one name alone is no way: the mask could be guessed away with it. */
const isMeantBy = ({ text, isWhole, userIds, clientIds }: Across) => {
  const ways = [
    ...(isWhole ? byWholeName(text) : byPart(text)),
    ...(userIds.length > 0 ? [sql`app_user.id = any(${userIds}::uuid[])`] : []),
    ...(clientIds.length > 0 ? [sql`app_user.client_id = any(${clientIds}::uuid[])`] : []),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

const isPartOf = (search: string) =>
  sql<boolean>`(position(lower(${search}) in lower(app_user.name || ' ' || app_user.lastname)) > 0
    or position(lower(${search}) in app_user.email_norm) > 0)`

const allStatuses = 4

const matching = (tx: Tx, { clientId, search, statuses, role }: UserFilter) => {
  let people = tx.selectFrom('app_user')
  if (search !== undefined) people = people.where('part' in search ? isPartOf(search.part) : isMeantBy(search))
  if (clientId !== undefined) people = people.where('app_user.client_id', '=', clientId)
  if (statuses.length < allStatuses) people = people.where('app_user.status', 'in', statuses)
  if (role !== undefined) people = people.where('app_user.role', '=', role)
  return people
}

const orderOf = ({ field }: PageOf['sort']) =>
  field === 'name'
    ? (['app_user.name', 'app_user.lastname', 'app_user.id'] as const)
    : (['app_user.created_at', 'app_user.id'] as const)

const other = (direction: 'asc' | 'desc'): 'asc' | 'desc' => (direction === 'asc' ? 'desc' : 'asc')

/** Where a page lies. From the middle on it is counted from the end, so that no page is further than half the way. */
const reach = ({ page, size, sort }: PageOf, total: number) => {
  const offset = (page - 1) * size
  const limit = Math.min(size, total - offset)
  if (offset <= total / 2) return { offset, limit, direction: sort.direction }
  return { offset: total - offset - limit, limit, direction: other(sort.direction) }
}

const keyColumns = ['app_user.client_id', 'app_user.id', 'app_user.name', 'app_user.lastname', 'app_user.created_at'] as const

/** So few are sorted faster than they are met on a walk along the order, which is what the database would rather do. */
const fewEnough = 20_000

const keysOf = (tx: Tx, filter: UserFilter, total: number) => {
  const found = matching(tx, filter).select(keyColumns)
  const isFound = filter.search !== undefined && total <= fewEnough
  // With an offset, even none, what is inside is planned by itself.
  return tx.selectFrom((isFound ? found.offset(0) : found).as('app_user')).select(['app_user.client_id', 'app_user.id'])
}

/** The keys of a page come from an index alone; only then its rows are read, in a statement that needs no statistics to be planned well. */
export const selectPage = async (tx: Tx, filter: UserFilter, page: PageOf): Promise<{ rows: UserRow[]; total: number }> => {
  const { total } = await matching(tx, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { offset, limit, direction } = reach(page, total)
  if (limit <= 0) return { rows: [], total }
  let keys = keysOf(tx, filter, total)
  for (const column of orderOf(page.sort)) keys = keys.orderBy(column, direction)
  const found = await keys.offset(offset).limit(limit).execute()
  if (found.length === 0) return { rows: [], total }
  let people = selectUsersIn(tx, [...new Set(found.map((row) => row.client_id))])
  for (const column of orderOf(page.sort)) people = people.orderBy(column, page.sort.direction)
  const rows = await people.where(sql<boolean>`app_user.id = any(${found.map((row) => row.id)}::uuid[])`).execute()
  return { rows, total }
}

export const countByStatus = async (tx: Tx, clientId: string): Promise<Partial<Record<Status, number>>> => {
  const rows = await tx
    .selectFrom('app_user')
    .select((row) => ['status', row.fn.countAll<number>().as('people')])
    .where('client_id', '=', clientId)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, people }) => [status, people]))
}

export const isClient = async (tx: Tx, clientId: string): Promise<boolean> =>
  (await tx.selectFrom('client').select('client_id').where('client_id', '=', clientId).executeTakeFirst()) !== undefined
