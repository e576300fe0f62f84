import type { Connection } from '#contract/connections/connections.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { nameOfUser } from '../users/service.ts'
import { isInviter, toConnection, type ConnectionRow } from './model.ts'

const inviterOf = async (tx: Tx, row: ConnectionRow): Promise<string | undefined> =>
  isInviter(row) && row.inviter_user_id !== null
    ? nameOfUser(tx, { clientId: row.client_id, userId: row.inviter_user_id })
    : undefined

/** As the caller may see it. Staff see no names of users. */
export const showConnection = async (tx: Tx, row: ConnectionRow, caller: Caller): Promise<Connection> => {
  const isForeign = caller.clientId !== row.client_id
  return toConnection(row, { caller, inviterName: isForeign ? 'A user of the account' : await inviterOf(tx, row) })
}
