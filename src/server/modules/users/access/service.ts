import type { Access } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkAccess, checkStanding } from '#server/platform/http/access.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { lockUserShared } from '../queries.ts'
import { statusOf, toCaller } from '../model.ts'

interface Need {
  /** The account that is acted on. The caller has locked it. */
  clientId: string
  access: Access
  /** The user who is acted on. */
  userId?: string
}

/**
 * A request was authorized before it waited for the lock on the account. If the caller was removed, suspended or
 * demoted meanwhile, the request stops here. The caller's row stays locked until the transaction ends.
 */
export const assertStillAllowed = async (tx: Tx, caller: Caller, { clientId, access, userId }: Need): Promise<Caller> => {
  const row = await lockUserShared(tx, caller.clientId, caller.userId)
  if (!row || statusOf(row) === 'DELETED') throw new AppError('UNAUTHENTICATED')
  const now = toCaller(row)
  checkStanding(now)
  if (clientId !== now.clientId && !now.isStaff) throw new AppError('NOT_FOUND')
  checkAccess(now, access, userId === undefined ? {} : { id: userId })
  return now
}
