// Who at the agency saw which contacts, for the company.
import { namedContacts, type LedgerEntry, type listSeen, type verifySeen } from '#contract/connections/ledger.ts'
import type { Input, Reply } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { namesOfContacts } from '../../crm/service.ts'
import type { LedgerRow } from '../../ledger/model.ts'
import { listEntries, settleReads, verifyLedger } from '../../ledger/service.ts'
import { namesOfUsers } from '../../users/service.ts'
import type { ConnectionRow } from '../model.ts'
import { agencyOf, findSeen } from '../sides.ts'

const timeIn = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/** Only the company has the ledger; what the agency read until now is in it. */
const openLedger = async (
  tx: Tx,
  context: Context,
  connectionId: string,
): Promise<ConnectionRow & { agencyId: string | null }> => {
  const row = await findSeen(tx, context, connectionId)
  if (row.side !== 'COMPANY') throw new AppError('NOT_FOUND')
  const agencyId = agencyOf(row)
  if (agencyId !== null) await settleReads(tx, { agencyId, connectionId })
  return { ...row, agencyId }
}

const describe = async (
  tx: Tx,
  { clientId, agencyId }: { clientId: string; agencyId: string },
  rows: readonly LedgerRow[],
): Promise<LedgerEntry[]> => {
  const users = await namesOfUsers(tx, agencyId, [...new Set(rows.map(({ user_id: userId }) => userId))])
  const named = (row: LedgerRow) => row.contact_ids.slice(0, namedContacts)
  const contacts = await namesOfContacts(tx, clientId, [...new Set(rows.flatMap(named))])
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at.toISOString(),
    userId: row.user_id,
    userName: users.get(row.user_id) ?? '',
    kind: row.kind as LedgerEntry['kind'],
    version: row.version,
    fields: row.fields,
    contactsCount: row.contact_ids.length,
    contacts: named(row).map((id) => ({ id, name: contacts.get(id) ?? null })),
    hash: row.hash,
  }))
}

export const listSeenBy = (
  context: Context,
  connectionId: string,
  { page, size, contact_id: contactId, user_id: userId, from, to }: Input<typeof listSeen>['query'],
): Promise<Reply<typeof listSeen>> =>
  context.asSystem('connections: who saw what', async (tx) => {
    const { client_id: clientId, agencyId } = await openLedger(tx, context, connectionId)
    if (agencyId === null) return { items: [], total: 0 }
    const filter = { contactId, userId, from: timeIn(from), to: timeIn(to) }
    const { rows, total } = await listEntries(tx, { clientId, connectionId }, { filter, page, size })
    return { items: await describe(tx, { clientId, agencyId }, rows), total }
  })

export const verifySeenBy = async (context: Context, connectionId: string): Promise<Reply<typeof verifySeen>> => {
  await context.asSystem('connections: who saw what', (tx) => openLedger(tx, context, connectionId))
  return verifyLedger((work) => context.inClient(work), context.caller.clientId)
}
