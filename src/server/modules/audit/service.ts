import type { AuditEntry } from '#contract/audit.ts'
import { selectClientNames } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { titleOf } from '../integrations/service.ts'
import { filterOf, type AuditQuery } from './filter.ts'
import { actorName } from './names.ts'
import { countEntries, hasLog, selectEntries, selectNames, selectSources } from './queries.ts'

export { selectEntries } from './queries.ts'

/** To be asked before anything is answered or written down: an id that no account has must not become a log of its own. */
export const checkLog = async (tx: Tx, clientId: string | undefined): Promise<void> => {
  if (clientId !== undefined && !(await hasLog(tx, clientId))) throw new AppError('NOT_FOUND')
}

/** Our own people look through all accounts, everybody else into their own. */
export const looking = <T>(context: Context, work: ScopedWork<T>): Promise<T> =>
  context.caller.isStaff ? context.asStaff('read the audit log', work) : context.inClient(work)

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** Where to look for whoever acted: our own people act in other accounts than their own. */
const homeOf = (context: Context, row: EntryRow): string => (row.actor_kind === 'staff' ? context.caller.clientId : row.client_id)

const isAboutPerson = (row: EntryRow): boolean => row.object_type === 'user'

/** Who acted, and whom it was done to. */
const peopleOf = async (tx: Tx, context: Context, rows: readonly EntryRow[]) => {
  const { isStaff } = context.caller
  const acting = rows.filter((row) => row.actor_kind === 'user' || (isStaff && row.actor_kind === 'staff'))
  const places = [
    ...acting.map((row) => ({ clientId: homeOf(context, row), id: row.actor_id })),
    ...rows.filter(isAboutPerson).map((row) => ({ clientId: row.client_id, id: row.object_id })),
  ]
  const known = await selectNames(
    tx,
    places.flatMap(({ clientId, id }) => (id === null ? [] : { clientId, id })),
  )
  const people = new Map(known.map((person) => [`${person.client_id} ${person.id}`, person]))
  return {
    actorOf: (row: EntryRow) => people.get(`${homeOf(context, row)} ${row.actor_id}`),
    objectOf: (row: EntryRow) => people.get(`${row.client_id} ${row.object_id}`),
  }
}

const sourcesOf = async (tx: Tx, rows: readonly EntryRow[]) => {
  const about = rows.flatMap(({ client_id: clientId, object_type: type, object_id: id }) =>
    type === 'integration' && id !== null ? [{ clientId, id }] : [],
  )
  const sources = await selectSources(tx, about)
  const names = new Map(sources.map((source) => [`${source.client_id} ${source.id}`, titleOf(source)]))
  return (row: EntryRow) => names.get(`${row.client_id} ${row.object_id}`) ?? null
}

const clientsOf = async (tx: Tx, context: Context, rows: readonly EntryRow[]) => {
  if (!context.caller.isStaff) return () => null
  const names = await selectClientNames(
    tx,
    rows.map((row) => row.client_id),
  )
  return (row: EntryRow) => names.get(row.client_id) ?? null
}

/** The rows as somebody may see them, with the names of who acted and whom it was done to. */
export const describe = async (tx: Tx, context: Context, rows: readonly EntryRow[]): Promise<AuditEntry[]> => {
  const { isStaff } = context.caller
  const { actorOf, objectOf } = await peopleOf(tx, context, rows)
  const clientNameOf = await clientsOf(tx, context, rows)
  const sourceNameOf = await sourcesOf(tx, rows)
  return rows.map((row) => {
    const kind = row.actor_kind as AuditEntry['actorKind']
    const reader = { isStaffReading: isStaff, isMasked: context.masks(row.client_id) }
    return {
      clientId: row.client_id,
      clientName: clientNameOf(row),
      seq: row.seq,
      at: row.at.toISOString(),
      actorKind: kind,
      actorId: row.actor_id,
      actorName: actorName({ kind, id: row.actor_id, person: actorOf(row) }, reader),
      action: row.action,
      objectType: row.object_type,
      objectId: row.object_id,
      objectName: isAboutPerson(row)
        ? actorName({ kind: 'user', id: row.object_id, person: objectOf(row) }, reader)
        : sourceNameOf(row),
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
    await checkLog(tx, filter.clientId)
    const rows = await selectEntries(tx, filter, query)
    return { items: await describe(tx, context, rows), total: await countEntries(tx, filter) }
  })
}
