import { sql } from 'kysely'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'

interface Attempt {
  clientId: string
  id: string
  userId: string
  type: string
  integrationId: string | null
  ghostCompanyId: string | null
  verifierSealed: string
  fields: Readonly<Record<string, string>>
}

export const insertAttempt = async (tx: Tx, attempt: Attempt, seconds: number): Promise<void> => {
  await tx
    .insertInto('connect_attempt')
    .values({
      client_id: attempt.clientId,
      id: attempt.id,
      user_id: attempt.userId,
      type: attempt.type,
      integration_id: attempt.integrationId,
      ghost_company_id: attempt.ghostCompanyId,
      verifier_sealed: attempt.verifierSealed,
      fields: jsonText(attempt.fields),
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
}

/** Deletes the attempt: a state can be used once, by the user who started it. */
export const takeAttempt = (tx: Tx, { clientId, id, userId, type }: Pick<Attempt, 'clientId' | 'id' | 'userId' | 'type'>) =>
  tx
    .deleteFrom('connect_attempt')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['verifier_sealed', 'fields', 'integration_id', 'ghost_company_id'])
    .executeTakeFirst()

/** Nobody can finish connecting a sheet for this ghost company. */
export const deleteAttemptsFor = async (tx: Tx, clientId: string, ghostCompanyId: string): Promise<void> => {
  await tx
    .deleteFrom('connect_attempt')
    .where('client_id', '=', clientId)
    .where('ghost_company_id', '=', ghostCompanyId)
    .execute()
}

export const deleteOldAttempts = async (tx: Tx): Promise<void> => {
  await tx
    .deleteFrom('connect_attempt')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
