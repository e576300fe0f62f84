import { limits } from '#contract/kit/limits.ts'
import type { Role } from '#contract/users/permissions.ts'
import type { User, userStatuses } from '#contract/users/users.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { recordStaffView, recordStaffViews } from '../../audit/staff-views/service.ts'
import { countByStatus, findAcross, isClient, selectClientsWith, selectPage, type PageOf, type UserFilter } from './queries.ts'
import { selectClientOf, selectUser } from '../queries.ts'
import { type UserRow, type Status, statusOf, toUser } from '../model.ts'

type WireStatus = (typeof userStatuses)[number]

interface UserQuery extends Pick<PageOf, 'sort'> {
  page?: number | undefined
  size?: number | undefined
  client_id?: string | undefined
  search?: string | undefined
  status?: WireStatus | undefined
  role?: Role | undefined
}

interface UserList {
  items: User[]
  total: number
  counts?: Record<WireStatus, number>
}

/** Without page and size, all users are returned, up to the limit of one answer. */
const pageOf = ({ page, size, sort }: UserQuery): PageOf =>
  page === undefined && size === undefined
    ? { page: 1, size: limits.pageSizeMax, sort }
    : { page: page ?? 1, size: size ?? limits.pageSize, sort }

const present: readonly Status[] = ['INVITED', 'ACTIVE', 'SUSPENDED']

/** Only staff see removed users. For them, inactive means suspended or removed. */
const statusesFor = (isStaff: boolean, asked: WireStatus | undefined): readonly Status[] => {
  if (asked === undefined) return isStaff ? [...present, 'DELETED'] : present
  if (asked !== 'INACTIVE') return [asked]
  return isStaff ? ['SUSPENDED', 'DELETED'] : []
}

const countsIn = async (tx: Tx, clientId: string, isStaff: boolean): Promise<Record<WireStatus, number>> => {
  const { INVITED = 0, ACTIVE = 0, SUSPENDED = 0, DELETED = 0 } = await countByStatus(tx, clientId)
  return { INVITED, ACTIVE, SUSPENDED, INACTIVE: isStaff ? DELETED : 0 }
}

interface SearchInput {
  text: string | undefined
  isMasked: boolean
  isEverywhere: boolean
}

const searchFor = async (tx: Tx, { text, isMasked, isEverywhere }: SearchInput): Promise<UserFilter['search']> => {
  if (text === undefined) return undefined
  return isMasked || isEverywhere ? findAcross(tx, text, isMasked) : { part: text }
}

const openedMax = 5

/** A search that leads to few accounts opens them, as their pages do. One that finds more is a list of all accounts. */
const recordFound = async (
  tx: Tx,
  context: Context,
  { filter, rows, total }: { filter: UserFilter; rows: readonly UserRow[]; total: number },
): Promise<void> => {
  const shown = new Set(rows.map((row) => row.client_id))
  if (shown.size > openedMax || context.masks(undefined)) return
  if (total > rows.length && (await selectClientsWith(tx, filter, openedMax + 1)).length > openedMax) return
  await recordStaffViews(tx, context, shown)
}

/** The users of the caller's account; for staff those of any account, or of all accounts. */
export const listUsers = (context: Context, query: UserQuery): Promise<UserList> => {
  const { caller } = context
  const { isStaff } = caller
  const clientId = query.client_id ?? (isStaff ? undefined : caller.clientId)
  if (!isStaff && clientId !== caller.clientId) throw new AppError('NOT_FOUND')
  const isMasked = context.masks(clientId)
  if (isMasked && query.sort.field === 'name')
    throw new AppError('UNKNOWN_FILTER', { field: 'sort', detail: "You can't sort by name where names are masked." })
  const statuses = statusesFor(isStaff, query.status)
  const read: ScopedWork<UserList> = async (tx) => {
    if (clientId !== undefined && !(await isClient(tx, clientId))) throw new AppError('NOT_FOUND')
    const search = await searchFor(tx, { text: query.search, isMasked, isEverywhere: clientId === undefined })
    const filter = { clientId, search, statuses, role: query.role }
    const { rows, total } = statuses.length === 0 ? { rows: [], total: 0 } : await selectPage(tx, filter, pageOf(query))
    const list = { items: rows.map((row) => toUser(row, context)), total }
    if (clientId === undefined) {
      if (search !== undefined) await recordFound(tx, context, { filter, rows, total })
      return list
    }
    await recordStaffView(tx, context, clientId)
    return { ...list, counts: await countsIn(tx, clientId, isStaff) }
  }
  return isStaff ? context.asStaff('users: list people', read) : context.inClient(read)
}

/** The account of a user: the caller's own, or for staff any. */
export const clientOf = async (tx: Tx, { caller }: Context, userId: string): Promise<string> => {
  const clientId = caller.isStaff ? await selectClientOf(tx, userId) : caller.clientId
  if (clientId === undefined) throw new AppError('NOT_FOUND')
  return clientId
}

export const getUser = (context: Context, userId: string): Promise<User> => {
  const { caller } = context
  const read: ScopedWork<UserRow> = async (tx) => {
    const row = await selectUser(tx, await clientOf(tx, context, userId), userId)
    if (!row || (statusOf(row) === 'DELETED' && !caller.isStaff)) throw new AppError('NOT_FOUND')
    await recordStaffView(tx, context, row.client_id)
    return row
  }
  const found = caller.isStaff ? context.asStaff('users: look at somebody', read) : context.inClient(read)
  return found.then((row) => toUser(row, context))
}
