// When a source is read next, and whether it may be.
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../model.ts'
import * as queries from './queries.ts'

/** What the clock says is due, over all accounts that are open. */
export const listDue = async (tx: Tx, limit: number): Promise<IntegrationRef[]> =>
  (await queries.selectDue(tx, limit)).map(({ client_id: clientId, id: integrationId }) => ({ clientId, integrationId }))

/** The next time is set first, so that no two clocks start the same. */
export const claimDue = (tx: Tx, ref: IntegrationRef): Promise<boolean> => queries.claimDue(tx, ref)

/** From now on, in the interval of the source. */
export const scheduleNext = (tx: Tx, ref: IntegrationRef): Promise<void> => queries.scheduleNext(tx, ref)

/** Whether anything may be read for an account, and from which source: not while it is suspended, closing or closed. */
export const checkReadable = (tx: Tx, ref: IntegrationRef): Promise<{ isOpen: boolean; isOn: boolean; fullOwed: boolean }> =>
  queries.selectReadable(tx, ref)

/** The settings of today are read by from now on. */
export const settleOwed = (tx: Tx, ref: IntegrationRef): Promise<void> => queries.settleOwed(tx, ref)
