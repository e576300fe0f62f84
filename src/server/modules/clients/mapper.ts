import type { Client, ClientRow } from '#contract/clients.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { maskEmail, maskName } from '#server/platform/masks.ts'
import type { ClientTableRow, ClientWithOwner } from './queries.ts'

export const toClient = (row: ClientTableRow): Client => ({
  id: row.client_id,
  name: row.name,
  type: row.type as Client['type'],
  status: row.status as Client['status'],
  statusReason: row.status_reason,
  statusSince: row.status_since.toISOString(),
  closesAt: row.closes_at?.toISOString() ?? null,
  timeZone: row.time_zone,
  currency: row.currency,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

const masked = (text: string | null, mask: (text: string) => string): string | null => (text === null ? null : mask(text))

/** What the caller may see of an account that is not their own. */
export type Viewer = Pick<Context, 'caller' | 'masks'>

export const toClientRow = (row: ClientWithOwner, { caller, masks }: Viewer): ClientRow => {
  const isMasked = masks(row.client_id)
  return {
    ...toClient(row),
    ownerId: row.owner_id,
    ownerName: isMasked ? masked(row.owner_name, maskName) : row.owner_name,
    ownerLastname: isMasked ? masked(row.owner_lastname, maskName) : row.owner_lastname,
    ownerEmail: isMasked ? masked(row.owner_email, maskEmail) : row.owner_email,
    isMasked,
    users: row.users ?? 0,
    // Only our own people ask, and only they are shown it.
    closingAskedAt: caller.isStaff ? (row.closing_asked_at?.toISOString() ?? null) : null,
  }
}

/** Who did something, as the people of the account read it. Which of our own people it was, the audit log knows. */
export const doneBy = (caller: Caller, clientId: string): { origin: 'user' | 'staff'; actor: string } =>
  caller.isStaff && caller.clientId !== clientId
    ? { origin: 'staff', actor: 'Tributary staff' }
    : { origin: 'user', actor: caller.email }

/** What the audit log compares. The name of an account is no person's. */
export const auditSnapshot = (row: ClientTableRow) => ({ clientName: row.name, timeZone: row.time_zone, currency: row.currency })
