import type { Tx } from '#server/platform/db/scope.ts'
import type { ConnectionRef } from '../model.ts'

export const insertToken = async (tx: Tx, { clientId, connectionId }: ConnectionRef, tokenHash: Buffer): Promise<void> => {
  await tx
    .insertInto('registry.connection_invitation')
    .values({ token_hash: tokenHash, client_id: clientId, connection_id: connectionId })
    .execute()
}

/** The inviter's side of the connection. */
export const selectByToken = (tx: Tx, tokenHash: Buffer): Promise<ConnectionRef | undefined> =>
  tx
    .selectFrom('registry.connection_invitation')
    .select(['client_id as clientId', 'connection_id as connectionId'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const deleteTokens = async (tx: Tx, { clientId, connectionId }: ConnectionRef): Promise<void> => {
  await tx
    .deleteFrom('registry.connection_invitation')
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .execute()
}
