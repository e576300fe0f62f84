import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export interface AuditFilter {
  /** Absent: all accounts. */
  clientId?: string | undefined
  /** One action, or with a trailing dot all actions with this prefix. */
  action?: string | undefined
  /** One user, or a kind of actor. */
  actor?: { id: string; isStaffReading: boolean } | { kind: string } | undefined
  /** Without the copies that the log of staff has of their acts in other accounts. */
  isOnce?: boolean
  objectType?: string | undefined
  objectId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Absent: of all connections. */
  seenConnections?: readonly string[] | undefined
}

/** The character after the dot: everything that begins with `user.` sorts before `user/`. */
const endOfPrefix = (prefix: string): string => `${prefix.slice(0, -1)}/`

/** Acts of staff in an account are found by their id through the log of staff, which only staff can read. */
const byActor = (actor: NonNullable<AuditFilter['actor']>, clientId: string | undefined) => {
  if ('kind' in actor) return sql<boolean>`actor_kind = ${actor.kind}`
  const { id, isStaffReading } = actor
  if (!isStaffReading) return sql<boolean>`actor_id = ${id} and actor_kind <> 'staff'`
  if (clientId === undefined) return sql<boolean>`actor_id = ${id}`
  return sql<boolean>`(actor_id = ${id} or request_id in (
    select known.request_id from audit_entry as known where known.actor_id = ${id} and known.on_behalf_of = ${clientId}))`
}

const byAction = (action: string) =>
  action.endsWith('.') ? sql<boolean>`action >= ${action} and action < ${endOfPrefix(action)}` : sql<boolean>`action = ${action}`

/** Entries about a connection or a ghost company, and those that name some: exports of what they share. */
const ofSeen = (connectionIds: readonly string[]) =>
  sql<boolean>`(object_type not in ('connection', 'ghost_company') or object_id = any(${connectionIds}::text[]))
    and coalesce(string_to_array(diff #>> '{connection,1}', ', '), '{}') <@ ${connectionIds}::text[]`

const matching = (tx: Tx, filter: AuditFilter) => {
  const { clientId, action, actor, objectType, objectId, from, to, isOnce = false, seenConnections } = filter
  return tx
    .selectFrom('audit_entry')
    .$if(seenConnections !== undefined, (query) => query.where(ofSeen(seenConnections ?? [])))
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .$if(action !== undefined, (query) => query.where(byAction(action ?? '')))
    .$if(actor !== undefined, (query) => query.where(byActor(actor ?? { kind: '' }, clientId)))
    .$if(isOnce, (query) => query.where('on_behalf_of', 'is', null))
    .$if(objectType !== undefined, (query) => query.where('object_type', '=', objectType ?? ''))
    .$if(objectId !== undefined, (query) => query.where('object_id', '=', objectId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date()))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? new Date()))
}

/** Along the chain of one account, or by time through all of them. */
export const selectEntries = (tx: Tx, filter: AuditFilter, page: { skip: number; limit: number }) =>
  matching(tx, filter)
    .selectAll()
    .$if(filter.clientId === undefined, (query) => query.orderBy('at', 'desc').orderBy('client_id'))
    .orderBy('seq', 'desc')
    .offset(page.skip)
    .limit(page.limit)
    .execute()

/** Without a filter the ends of the chains give the number, at any length. */
export const countEntries = async (tx: Tx, filter: AuditFilter): Promise<number> => {
  const { clientId, isOnce = false, ...narrower } = filter
  if (Object.values(narrower).some((value) => value !== undefined)) {
    const { total } = await matching(tx, filter)
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
  const { total } = await tx
    .selectFrom('audit_head')
    .select(sql<number>`coalesce(sum(seq), 0)::bigint`.as('total'))
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .executeTakeFirstOrThrow()
  return isOnce ? total - (await countRepeated(tx)) : total
}

/** The copies that the log of staff has of acts in other accounts. */
const countRepeated = async (tx: Tx): Promise<number> => {
  const { repeated } = await tx
    .selectFrom('audit_entry')
    .select((row) => row.fn.countAll<number>().as('repeated'))
    .where('on_behalf_of', 'is not', null)
    .executeTakeFirstOrThrow()
  return repeated
}

/** Which staff user acted in an account, from the log of staff, by the request. */
export const selectStaffActors = (tx: Tx, requestIds: readonly string[]) =>
  requestIds.length === 0
    ? []
    : tx
        .selectFrom('audit_entry')
        .innerJoin('client', 'client.client_id', 'audit_entry.client_id')
        .select(['audit_entry.request_id', 'audit_entry.client_id', 'audit_entry.actor_id'])
        .distinct()
        .where('client.is_internal', '=', true)
        .where('audit_entry.on_behalf_of', 'is not', null)
        .where('audit_entry.request_id', 'in', [...new Set(requestIds)])
        .execute()

/** Whether such an account exists or existed: its log outlives it, and the daily records outlive a deleted log. */
export const hasLog = async (tx: Tx, clientId: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('client')
    .select('client_id')
    .where('client_id', '=', clientId)
    .union(tx.selectFrom('audit_head').select('client_id').where('client_id', '=', clientId))
    .union(tx.selectFrom('audit_day').select('client_id').where('client_id', '=', clientId))
    .executeTakeFirst()
  return found !== undefined
}

/** Where an export continues. */
export interface Mark {
  clientId: string
  seq: number
}

/** Oldest first within each account, with times to the microsecond, which the hash covers. */
export const selectEntriesAfter = (tx: Tx, filter: AuditFilter, page: { after: Mark; limit: number }) =>
  matching(tx, filter)
    .selectAll()
    .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('at_us'))
    .where(sql<boolean>`(client_id, seq) > (${page.after.clientId}::uuid, ${page.after.seq}::bigint)`)
    .orderBy('client_id')
    .orderBy('seq')
    .limit(page.limit)
    .execute()

/** Users by their ids, in any account. */
export const selectNames = (tx: Tx, users: readonly { clientId: string; id: string }[]) =>
  users.length === 0
    ? []
    : tx
        .selectFrom('app_user')
        .select(['client_id', 'id', 'name', 'lastname', 'email'])
        .where('client_id', 'in', [...new Set(users.map(({ clientId }) => clientId))])
        .where('id', 'in', [...new Set(users.map(({ id }) => id))])
        .execute()

/** Existing sources; an erased one has no name. */
export const selectSources = (tx: Tx, sources: readonly { clientId: string; id: string }[]) =>
  sources.length === 0
    ? []
    : tx
        .selectFrom('integration')
        .selectAll()
        .where('client_id', 'in', [...new Set(sources.map(({ clientId }) => clientId))])
        .where('id', 'in', [...new Set(sources.map(({ id }) => id))])
        .execute()
