// When a source is synced next, and whether it may be.
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../model.ts'
import * as queries from './queries.ts'

/** Sources that are due, in all open accounts. */
export const listDue = async (tx: Tx, limit: number): Promise<IntegrationRef[]> =>
  (await queries.selectDue(tx, limit)).map(({ client_id: clientId, id: integrationId }) => ({ clientId, integrationId }))

/** Sets the next time first, so that two schedulers never start the same run. */
export const claimDue = (tx: Tx, ref: IntegrationRef): Promise<boolean> => queries.claimDue(tx, ref)

/** Schedules the next run from now on, in the interval of the source. */
export const scheduleNext = (tx: Tx, ref: IntegrationRef): Promise<void> => queries.scheduleNext(tx, ref)

/** Whether an account may be synced, and whether the source is on: not while the account is suspended, closing or closed. */
export const checkReadable = (tx: Tx, ref: IntegrationRef): Promise<{ isOpen: boolean; isOn: boolean; fullOwed: boolean }> =>
  queries.selectReadable(tx, ref)

/** The current settings apply from now on, so no full sync is due. */
export const settleOwed = (tx: Tx, ref: IntegrationRef): Promise<void> => queries.settleOwed(tx, ref)
