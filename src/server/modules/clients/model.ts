import type { Client, ClientRow } from '#contract/clients.ts'
import { isReservedName } from '#contract/kit/reserved-names.ts'
import type { Row } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { maskEmail, maskName } from '#server/platform/masks.ts'

export type ClientTableRow = Row<'client'>

/** No account or user may have a name that could be mistaken for us, except in our own account. */
export const checkNotOurName = (name: string, { isInternal = false, field = 'name' } = {}): void => {
  if (!isInternal && isReservedName(name))
    throw new AppError('VALIDATION_FAILED', { detail: 'This name could be mistaken for our staff. Choose another name.', field })
}

export interface ClientWithOwner extends ClientTableRow {
  owner_id: string | null
  owner_name: string | null
  owner_lastname: string | null
  owner_email: string | null
  owner_subject: string | null
  users: number | null
  closing_asked_at: Date | null
}

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

/** What the caller may see of another account. */
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
    // Only staff make requests, and only they see them.
    closingAskedAt: caller.isStaff ? (row.closing_asked_at?.toISOString() ?? null) : null,
  }
}

export interface OwnerReader {
  clientId: string
  clientName: string
  email: string
  name: string
}

/** The owner, as emails address them. Null: the account has none yet. */
export const readerOf = (row: ClientWithOwner): OwnerReader | null =>
  row.owner_email === null
    ? null
    : { clientId: row.client_id, clientName: row.name, email: row.owner_email, name: row.owner_name ?? '' }

/** What the audit log compares. The name of an account is not personal data. */
export const auditSnapshot = (row: ClientTableRow) => ({ clientName: row.name, timeZone: row.time_zone, currency: row.currency })
