import type { Tx } from '#server/platform/db/scope.ts'
import type { NewUser } from './queries.ts'

/** The addresses that nobody had; they are taken from now on. In one order, so that two who invite the same wait for each other once. */
export const reserveEmails = async (tx: Tx, users: readonly NewUser[]): Promise<Set<string>> => {
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
    .executeTakeFirstOrThrow()
  return open
}

/** How many invitations the account sent since then, counted up to a number. The audit log has one entry for each. */
export const countSentInvitations = async (tx: Tx, clientId: string, { since, upTo }: { since: Date; upTo: number }) => {
  const newestOf = (action: string) =>
    tx
      .selectFrom('audit_entry')
      .select('at')
      .where('client_id', '=', clientId)
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .limit(upTo)
      .execute()
  const sent = [...(await newestOf('user.invited')), ...(await newestOf('user.invited_again'))]
  return sent.filter(({ at }) => at > since).length
}
