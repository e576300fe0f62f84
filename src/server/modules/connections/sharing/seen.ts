// Who at the agency saw which contacts: for the company, and without contacts for the agency itself and for staff.
import { namedContacts, type LedgerEntry, type listSeen, type verifySeen } from '#contract/connections/ledger.ts'
import type { Input, Reply } from '#contract/kit/route.ts'
import { rightsOf, standingOf } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { maskName } from '#server/platform/masks.ts'
import { namesOfContacts } from '../../crm/service.ts'
import type { LedgerRow, SeenEntry } from '../../ledger/model.ts'
import { listEntries, settleOldest, verifyLedger } from '../../ledger/service.ts'
import { namesOfUsers } from '../../users/service.ts'
import { view } from '../list.ts'
import { isSeenBy, otherId, type ConnectionRow } from '../model.ts'
import { selectConnection } from '../queries.ts'
import { findSeen } from '../sides.ts'

const timeIn = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/** The ledger is the company's. Undefined: the two never accepted, so nothing in it is about them. */
const ledgerOf = (row: ConnectionRow): { companyId: string; agencyId: string } | undefined => {
  const other = otherId(row)
  if (other === null || row.accepted_at === null) return undefined
  return row.side === 'COMPANY' ? { companyId: row.client_id, agencyId: other } : { companyId: other, agencyId: row.client_id }
}

type Ledger = NonNullable<ReturnType<typeof ledgerOf>> & { reader: 'company' | 'agency' | 'staff' }

/** What the agency read until now is in it, or soon. */
const openLedger = async (tx: Tx, context: Context, connectionId: string): Promise<Ledger | undefined> => {
  const row = await findSeen(tx, context, connectionId)
  const ledger = ledgerOf(row)
  if (!ledger) return undefined
  await settleOldest(tx, { agencyId: ledger.agencyId, connectionId })
  return { ...ledger, reader: row.side === 'COMPANY' ? 'company' : 'agency' }
}

/** Which contacts they were, and where the chain is, is for the company: its numbers tell of other agencies, too. */
const describe = async (tx: Tx, context: Context, ledger: Ledger, entries: readonly SeenEntry[]): Promise<LedgerEntry[]> => {
  const { companyId, agencyId, reader } = ledger
  const rows = entries.map(({ row }) => row)
  const users = await namesOfUsers(tx, agencyId, [...new Set(rows.map(({ user_id: userId }) => userId))])
  const nameOf = (userId: string): string => {
    const name = users.get(userId) ?? ''
    return reader === 'staff' && context.masks(agencyId) ? maskName(name) : name
  }
  const named = (row: LedgerRow) => (reader === 'company' ? row.contact_ids.slice(0, namedContacts) : [])
  const contacts = await namesOfContacts(tx, companyId, [...new Set(rows.flatMap(named))])
  return entries.map(({ row, contacts: contactsCount, fields }) => ({
    id: row.id,
    seq: reader === 'agency' ? null : row.seq,
    at: row.at.toISOString(),
    userId: row.user_id,
    userName: nameOf(row.user_id),
    kind: row.kind as LedgerEntry['kind'],
    version: row.version,
    fields,
    contactsCount,
    contacts: named(row).map((id) => ({ id, name: contacts.get(id) ?? null })),
    hash: reader === 'agency' ? null : row.hash,
  }))
}

type SeenQuery = Input<typeof listSeen>['query']

/** A user of the agency who may read their own actions only. */
export const readsOwnOnly = ({ caller }: Context): boolean => rightsOf(standingOf(caller), 'ledger').endsWith('*')

const listIn = async (
  tx: Tx,
  context: Context,
  { ledger, connectionId }: { ledger: Ledger | undefined; connectionId: string },
  { page, size, contact_id: contactId, user_id: asked, from, to }: SeenQuery,
): Promise<Reply<typeof listSeen>> => {
  const userId = readsOwnOnly(context) ? context.caller.userId : asked
  const isForeign = (contactId !== undefined && ledger?.reader !== 'company') || (asked !== undefined && asked !== userId)
  if (!ledger || isForeign) return { items: [], total: 0 }
  const filter = { contactId, userId, from: timeIn(from), to: timeIn(to) }
  const { entries, total } = await listEntries(tx, { clientId: ledger.companyId, connectionId }, { filter, page, size })
  return { items: await describe(tx, context, ledger, entries), total }
}

/** Staff read what is in the ledger by now, of the account that they name. */
const listForStaff = (context: Context, connectionId: string, query: SeenQuery): Promise<Reply<typeof listSeen>> =>
  view(context, query.client_id, async (tx, { clientId }) => {
    const row = await selectConnection(tx, { clientId, connectionId })
    if (!row || !isSeenBy(context.caller, row)) throw new AppError('NOT_FOUND')
    const found = ledgerOf(row)
    return listIn(tx, context, { ledger: found && { ...found, reader: 'staff' }, connectionId }, query)
  })

export const listSeenBy = (context: Context, connectionId: string, query: SeenQuery): Promise<Reply<typeof listSeen>> => {
  if (query.client_id !== undefined && query.client_id !== context.caller.clientId)
    return listForStaff(context, connectionId, query)
  return context.asSystem('connections: who saw what', async (tx) => {
    const ledger = await openLedger(tx, context, connectionId)
    return listIn(tx, context, { ledger, connectionId }, query)
  })
}

export const verifySeenBy = async (context: Context, connectionId: string): Promise<Reply<typeof verifySeen>> => {
  await context.asSystem('connections: who saw what', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    if (row.side !== 'COMPANY') throw new AppError('NOT_FOUND')
    await openLedger(tx, context, connectionId)
  })
  return verifyLedger((work) => context.inClient(work), context.caller.clientId)
}
