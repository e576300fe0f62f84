import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { UserRef } from '../model.ts'

interface Reservation {
  clientId: string
  userId: string
  emailNorm: string
}

/**
 * Reserves the addresses that were free, and returns them. In a fixed order, so that two concurrent invitations do not
 * deadlock.
 */
export const reserveEmails = async (tx: Tx, users: readonly Reservation[]): Promise<Set<string>> => {
  if (users.length === 0) return new Set()
  const rows = users
    .toSorted((one, other) => (one.emailNorm < other.emailNorm ? -1 : 1))
    .map(({ clientId, userId, emailNorm }) => ({ client_id: clientId, user_id: userId, email_norm: emailNorm }))
  const taken = await tx
    .insertInto('registry.user_email')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('email_norm')
    .execute()
  return new Set(taken.map(({ email_norm }) => email_norm))
}

export const countOpenInvitations = async (tx: Tx, clientId: string): Promise<number> => {
  const { open } = await tx
    .selectFrom('app_user')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('client_id', '=', clientId)
    .where('status', '=', 'INVITED')
    .where('invited_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return open
}

/** How many invitations the account sent since then, counted up to a limit. The audit log has one entry for each. */
export const countSentInvitations = async (tx: Tx, clientId: string, { since, upTo }: { since: Date; upTo: number }) => {
  const newestOf = (action: string) =>
    tx
      .selectFrom('audit_entry')
      .select('at')
      .where('client_id', '=', clientId)
      .where('action', '=', action)
      // Acts of staff in other accounts are in their own log too.
      .where('on_behalf_of', 'is', null)
      .orderBy('seq', 'desc')
      .limit(upTo)
      .execute()
  const sent = [...(await newestOf('user.invited')), ...(await newestOf('user.invited_again'))]
  return sent.filter(({ at }) => at > since).length
}

/** How many invitations staff requested in the account since then. */
export const countRequestedInvitations = async (tx: Tx, clientId: string, since: Date): Promise<number> => {
  const { requested } = await tx
    .selectFrom('audit_entry')
    .select((row) => row.fn.countAll<number>().as('requested'))
    .where('client_id', '=', clientId)
    .where('action', '=', 'user.invitation_requested')
    .where('on_behalf_of', 'is', null)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return requested
}

/** False if the last invitation is more recent than that. */
export const markInvited = async (tx: Tx, { clientId, userId }: UserRef, notAfter: Date): Promise<boolean> => {
  const row = await tx
    .updateTable('app_user')
    .set({ invited_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where((user) => user.or([user('invited_at', 'is', null), user('invited_at', '<=', notAfter)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the row until the transaction ends. False: the user was invited, joined or was discarded meanwhile. */
export const lockPending = async (tx: Tx, { clientId, userId }: UserRef): Promise<boolean> => {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('status', 'in', ['INVITED', 'SUSPENDED'])
    .where('subject', 'is', null)
    .where('invited_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The addresses that are only reserved for an invitation that waits for approval. */
export const selectPendingByEmail = (tx: Tx, emails: readonly string[]) =>
  tx
    .selectFrom('registry.user_email as known')
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.client_id', '=', 'known.client_id').onRef('app_user.id', '=', 'known.user_id'),
    )
    .select(['known.client_id as clientId', 'known.user_id as userId'])
    .where('known.email_norm', 'in', emails)
    .where('app_user.status', 'in', ['INVITED', 'SUSPENDED'])
    .where('app_user.subject', 'is', null)
    .where('app_user.invited_at', 'is', null)
    .orderBy('known.client_id')
    .orderBy('known.user_id')
    .execute()

/** Invitations that were requested before that time and never approved. Uses the index with the same condition. */
export const selectPendingBefore = (tx: Tx, before: Date, limit: number) =>
  tx
    .selectFrom('app_user')
    .select(['client_id as clientId', 'id as userId'])
    .where('status', 'in', ['INVITED', 'SUSPENDED'])
    .where('subject', 'is', null)
    .where('invited_at', 'is', null)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
