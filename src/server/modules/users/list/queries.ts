import { sql } from 'kysely'
import type { Role } from '#contract/users/permissions.ts'
import { namePattern } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { isId } from '#server/platform/ids.ts'
import { selectUsersIn } from '../queries.ts'
import type { UserRow, Status } from '../model.ts'

export interface UserFilter {
  /** Undefined: all accounts. */
  clientId: string | undefined
  search: { part: string } | Across | undefined
  statuses: readonly Status[]
  role: Role | undefined
}

/** A search across accounts, with the matching ids. */
interface Across {
  text: string
  /** If names are masked, a match by part would reveal what the mask hides. The whole email of a user means that user. */
  isWhole: boolean
  userIds: readonly string[]
  clientIds: readonly string[]
}

export interface PageOf {
  sort: { field: 'created_at' | 'name'; direction: 'asc' | 'desc' }
  page: number
  size: number
}

/** If more accounts than this match a word, the word is too general, and accounts beyond the limit are ignored. */
const clientsMax = 2000

const usersAt = (tx: Tx, address: string) =>
  tx.selectFrom('registry.user_email').select('user_id').where('email_norm', '=', address.toLowerCase()).execute()

const clientsNamed = (tx: Tx, part: string) =>
  tx
    .selectFrom('client')
    .select('client_id')
    .where(sql<boolean>`lower(name) like lower(${namePattern(part)})`)
    .limit(clientsMax)
    .execute()

/** Searches across accounts: accounts by a part of their name or by id, users by id and by their whole email. */
export const findAcross = async (tx: Tx, search: string, isMasked: boolean): Promise<Across> => {
  const users = await usersAt(tx, search)
  if (users.length > 0) return { text: search, isWhole: true, userIds: users.map((row) => row.user_id), clientIds: [] }
  const ids = isId(search) ? [search] : []
  const clients = await clientsNamed(tx, search)
  return { text: search, isWhole: isMasked, userIds: ids, clientIds: [...ids, ...clients.map((row) => row.client_id)] }
}

const byWholeName = (name: string) => [sql`lower(app_user.name || ' ' || app_user.lastname) = lower(${name})`]

const byPart = (text: string) => [
  sql`lower(app_user.name || ' ' || app_user.lastname) like lower(${namePattern(text)})`,
  sql`app_user.email_norm like lower(${namePattern(text)})`,
]

/**
 * Each condition has its index, and their union is read once. If masked, one name alone does not match: it would reveal
 * the masked name.
 */
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
  let users = tx.selectFrom('app_user')
  if (search !== undefined) users = users.where('part' in search ? isPartOf(search.part) : isMeantBy(search))
  if (clientId !== undefined) users = users.where('app_user.client_id', '=', clientId)
  if (statuses.length < allStatuses) users = users.where('app_user.status', 'in', statuses)
  if (role !== undefined) users = users.where('app_user.role', '=', role)
  return users
}

const orderOf = ({ field }: PageOf['sort']) =>
  field === 'name'
    ? (['app_user.name', 'app_user.lastname', 'app_user.id'] as const)
    : (['app_user.created_at', 'app_user.id'] as const)

const other = (direction: 'asc' | 'desc'): 'asc' | 'desc' => (direction === 'asc' ? 'desc' : 'asc')

/**
 * The offset and direction of a page. Pages in the second half are counted from the end, so that no offset exceeds half
 * of the rows.
 */
const reach = ({ page, size, sort }: PageOf, total: number) => {
  const offset = (page - 1) * size
  const limit = Math.min(size, total - offset)
  if (offset <= total / 2) return { offset, limit, direction: sort.direction }
  return { offset: total - offset - limit, limit, direction: other(sort.direction) }
}

const keyColumns = ['app_user.client_id', 'app_user.id', 'app_user.name', 'app_user.lastname', 'app_user.created_at'] as const

/** So few rows are sorted faster than found by walking along the index, which the planner would prefer. */
const fewEnough = 20_000

const keysOf = (tx: Tx, filter: UserFilter, total: number) => {
  const found = matching(tx, filter).select(keyColumns)
  const isFound = filter.search !== undefined && total <= fewEnough
  // With an offset, even zero, the subquery is planned separately.
  return tx.selectFrom((isFound ? found.offset(0) : found).as('app_user')).select(['app_user.client_id', 'app_user.id'])
}

/**
 * The keys of a page come from an index alone. Its rows are read after that, in a statement that needs no statistics to
 * be planned well.
 */
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
  let users = selectUsersIn(tx, [...new Set(found.map((row) => row.client_id))])
  for (const column of orderOf(page.sort)) users = users.orderBy(column, page.sort.direction)
  const rows = await users.where(sql<boolean>`app_user.id = any(${found.map((row) => row.id)}::uuid[])`).execute()
  return { rows, total }
}

/** The accounts of matching users, up to a limit. */
export const selectClientsWith = (tx: Tx, filter: UserFilter, limit: number) =>
  tx
    .selectFrom(matching(tx, filter).select('app_user.client_id').limit(fewEnough).as('found'))
    .select('found.client_id')
    .distinct()
    .limit(limit)
    .execute()

export const countByStatus = async (tx: Tx, clientId: string): Promise<Partial<Record<Status, number>>> => {
  const rows = await tx
    .selectFrom('app_user')
    .select((row) => ['status', row.fn.countAll<number>().as('users')])
    .where('client_id', '=', clientId)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, users }) => [status, users]))
}

export const isClient = async (tx: Tx, clientId: string): Promise<boolean> =>
  (await tx.selectFrom('client').select('client_id').where('client_id', '=', clientId).executeTakeFirst()) !== undefined
