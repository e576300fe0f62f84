import type { AuditEntry } from '#contract/audit.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { filterOf, type AuditQuery } from './filter.ts'
import { actorName } from './names.ts'
import { countEntries, selectClientNames, selectEntries, selectNames } from './queries.ts'

/** Our own people look through all accounts, everybody else into their own. */
export const looking = <T>(context: Context, work: ScopedWork<T>): Promise<T> =>
  context.caller.isStaff ? context.asStaff('read the audit log', work) : context.inClient(work)

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** Where to look for whoever acted: our own people act in other accounts than their own. */
const homeOf = (context: Context, row: EntryRow): string => (row.actor_kind === 'staff' ? context.caller.clientId : row.client_id)

const peopleOf = async (tx: Tx, context: Context, rows: readonly EntryRow[]) => {
  const { isStaff } = context.caller
  const acting = rows.filter((row) => row.actor_kind === 'user' || (isStaff && row.actor_kind === 'staff'))
  const ids = acting.flatMap((row) => (row.actor_id === null ? [] : { clientId: homeOf(context, row), id: row.actor_id }))
  const people = new Map((await selectNames(tx, ids)).map((person) => [`${person.client_id} ${person.id}`, person]))
  return (row: EntryRow) => people.get(`${homeOf(context, row)} ${row.actor_id}`)
}

const clientsOf = async (tx: Tx, context: Context, rows: readonly EntryRow[]) => {
  if (!context.caller.isStaff) return () => null
  const clients = await selectClientNames(tx, [...new Set(rows.map((row) => row.client_id))])
  const names = new Map(clients.map((client) => [client.client_id, client.name]))
  return (row: EntryRow) => names.get(row.client_id) ?? null
}

/** The rows as somebody may see them, with the names of who acted. */
export const describe = async (tx: Tx, context: Context, rows: readonly EntryRow[]): Promise<AuditEntry[]> => {
  const personOf = await peopleOf(tx, context, rows)
  const clientNameOf = await clientsOf(tx, context, rows)
  return rows.map((row) => {
    const kind = row.actor_kind as AuditEntry['actorKind']
    return {
      clientId: row.client_id,
      clientName: clientNameOf(row),
      seq: row.seq,
      at: row.at.toISOString(),
      actorKind: kind,
      actorId: row.actor_id,
      actorName: actorName({ kind, person: personOf(row) }, context.caller.isStaff),
      action: row.action,
      objectType: row.object_type,
      objectId: row.object_id,
      diff: row.diff as AuditEntry['diff'],
      reason: row.reason,
      requestId: row.request_id,
      hash: row.hash,
    }
  })
}

export const listAudit = async (
  context: Context,
  query: AuditQuery & { skip: number; limit: number },
): Promise<{ items: AuditEntry[]; total: number }> => {
  const filter = filterOf(context.caller, query)
  return looking(context, async (tx) => {
    const rows = await selectEntries(tx, filter, query)
    return { items: await describe(tx, context, rows), total: await countEntries(tx, filter) }
  })
}
