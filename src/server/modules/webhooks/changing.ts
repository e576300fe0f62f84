import { whoMay } from '#contract/kit/route.ts'
import type { Right } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Caller, Context, ScopedWork } from '#server/platform/http/context.ts'
import { lockClient } from '../clients/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { checkIsAgency } from './access.ts'
import { tellChanged } from './changed-queries.ts'

type Change<T> = (tx: Tx, caller: Caller) => Promise<T>

/** One change at a time in an account, by a user who may still do it. */
const checked =
  <T>({ caller: { clientId }, caller }: Context, right: Right, work: Change<T>): ScopedWork<T> =>
  async (tx) => {
    await lockClient(tx, clientId)
    const now = await assertStillAllowed(tx, caller, { clientId, access: whoMay('webhooks', right) })
    checkIsAgency(now)
    const result = await work(tx, now)
    await tellChanged(tx, clientId)
    return result
  }

export const change = <T>(context: Context, right: Right, work: Change<T>): Promise<T> =>
  context.inClient(checked(context, right, work))

/** For changes of tables that no request may write. */
export const changeAsSystem = <T>(context: Context, reason: string, right: Right, work: Change<T>): Promise<T> =>
  context.asSystem(`webhooks: ${reason}`, checked(context, right, work))
