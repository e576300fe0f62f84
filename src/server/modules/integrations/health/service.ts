// The health of a source: when its vendor last answered, when its access expires, how its runs end, and which
// notifications its admins got.
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { AlertKind, IntegrationRef, IntegrationRow } from '../model.ts'
import type { Health } from '../vendors/model.ts'
import * as queries from './queries.ts'
import * as trouble from './trouble-queries.ts'

interface IdRow {
  client_id: string
  id: string
}

const refsOf = (rows: readonly IdRow[]): IntegrationRef[] =>
  rows.map(({ client_id: clientId, id: integrationId }) => ({ clientId, integrationId }))

/** The type of the source if its status has changed, so that users are notified once. Undefined: unchanged. */
export const recordHealth = async (tx: Tx, ref: IntegrationRef, health: Health): Promise<ProviderType | undefined> => {
  if (health.status === 'active') await queries.markAnswered(tx, ref)
  return queries.setStatus(tx, ref, health)
}

/** Sources whose vendor has not answered for this many hours, the longest first. */
export const listSilent = async (tx: Tx, within: { hours: number; limit: number }): Promise<IntegrationRef[]> =>
  refsOf(await queries.selectSilent(tx, within))

/** Sources whose access expires within this many days, and whose admins have not been warned. */
export const listEnding = async (tx: Tx, within: { days: number; limit: number }): Promise<IntegrationRef[]> =>
  refsOf(await queries.selectEnding(tx, within))

/** The caller that marks it sends the warning. Undefined: another one did, or the source was reconnected meanwhile. */
export const markWarned = (tx: Tx, ref: IntegrationRef): Promise<{ row: IntegrationRow; endsAt: Date } | undefined> =>
  queries.markWarned(tx, ref)

/** Sources that were read before a stage change was one event. */
export const listStagesToSettle = async (tx: Tx, limit: number): Promise<IntegrationRef[]> =>
  refsOf(await queries.selectStagesToSettle(tx, limit))

export const markStagesSettled = (tx: Tx, ref: IntegrationRef): Promise<void> => queries.markStagesSettled(tx, ref)

/** Another run failed, or a run has been waiting for its vendor. Returns how long this has lasted. */
export const noteFailure = (
  tx: Tx,
  ref: IntegrationRef,
  failure: { at: Date; isOver: boolean },
): Promise<{ failures: number; since: Date } | undefined> => trouble.noteFailure(tx, ref, failure)

/** The caller that marks it notifies the admins. False: they were notified. */
export const markAlerted = (tx: Tx, ref: IntegrationRef, what: AlertKind, at: Date): Promise<boolean> =>
  trouble.markAlerted(tx, ref, what, at)

/** The alert is settled: should it occur again, admins are notified again. */
export const clearAlerted = (tx: Tx, ref: IntegrationRef, what: AlertKind): Promise<void> => trouble.clearAlerted(tx, ref, what)

/** Runs succeed again. Returns the alerts that admins got and that are over now. */
export const clearTrouble = (tx: Tx, ref: IntegrationRef, skipping: { stillSkips: boolean }): Promise<AlertKind[]> =>
  trouble.clearTrouble(tx, ref, skipping)
