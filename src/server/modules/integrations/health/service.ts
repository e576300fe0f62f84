// How a source is doing: when its vendor last answered, when its access ends, how its runs end, and what its admins were told of that.
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

/** Which type of source has another status now, so that people are told once; undefined: it had this one before. */
export const recordHealth = async (tx: Tx, ref: IntegrationRef, health: Health): Promise<ProviderType | undefined> => {
  if (health.status === 'active') await queries.markAnswered(tx, ref)
  return queries.setStatus(tx, ref, health)
}

/** Sources whose vendor has been silent for so many hours, the longest first. */
export const listSilent = async (tx: Tx, within: { hours: number; limit: number }): Promise<IntegrationRef[]> =>
  refsOf(await queries.selectSilent(tx, within))

/** Sources whose access ends within so many days, and whose people do not know it yet. */
export const listEnding = async (tx: Tx, within: { days: number; limit: number }): Promise<IntegrationRef[]> =>
  refsOf(await queries.selectEnding(tx, within))

/** Whoever marks it tells people; undefined: somebody did, or it was connected again meanwhile. */
export const markWarned = (tx: Tx, ref: IntegrationRef): Promise<{ row: IntegrationRow; endsAt: Date } | undefined> =>
  queries.markWarned(tx, ref)

/** Sources that were read before a change of stage was one event. */
export const listStagesToSettle = async (tx: Tx, limit: number): Promise<IntegrationRef[]> =>
  refsOf(await queries.selectStagesToSettle(tx, limit))

export const markStagesSettled = (tx: Tx, ref: IntegrationRef): Promise<void> => queries.markStagesSettled(tx, ref)

/** Another run failed, or one has been waiting for its vendor. Says for how long this has been so. */
export const noteFailure = (
  tx: Tx,
  ref: IntegrationRef,
  failure: { at: Date; isOver: boolean },
): Promise<{ failures: number; since: Date } | undefined> => trouble.noteFailure(tx, ref, failure)

/** Whoever marks it tells people; false: they know. */
export const markAlerted = (tx: Tx, ref: IntegrationRef, what: AlertKind, at: Date): Promise<boolean> =>
  trouble.markAlerted(tx, ref, what, at)

/** It is settled: should it come again, people are told again. */
export const clearAlerted = (tx: Tx, ref: IntegrationRef, what: AlertKind): Promise<void> => trouble.clearAlerted(tx, ref, what)

/** Runs are well again. Answers with what people had been told of and is over now. */
export const clearTrouble = (tx: Tx, ref: IntegrationRef, skipping: { stillSkips: boolean }): Promise<AlertKind[]> =>
  trouble.clearTrouble(tx, ref, skipping)
