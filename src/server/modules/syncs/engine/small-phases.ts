// The phases of a run besides reading streams: retrying rejected rows, and processing webhook events.
import { coveredBy, objectsOf, streamsOf } from '#server/connectors/kit/connector.ts'
import { recordObjects, type Page, type RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { saveRecords } from '../../crm/service.ts'
import type { WriteContext, Outcome } from '../../crm/model.ts'
import { dataSourceOf } from '../../integrations/model.ts'
import { admit } from './streams/removal-limit.ts'
import { joinPages } from './streams/page-queue.ts'
import { recordsOf } from './streams/records-of.ts'
import { settleRejects } from './streams/rejects.ts'
import { runStartOf, stageOf, textOf } from './streams/webhook-events.ts'
import type { RunSession } from './run/run-session.ts'
import { commitStep, saveOptionsOf } from './run/commit-step.ts'
import * as streams from './run/stream-queries.ts'

const atOnce = 500

/** Maps rejected rows again with today's mapping. Rejects of full snapshots are not retried: every run reads those rows again. */
export const retryRejects = async (runSession: RunSession): Promise<void> => {
  const { connector, session, ref } = runSession
  const { remap } = connector.read ?? {}
  const again = new Set(
    streamsOf(connector)
      .filter(({ isFullSnapshot }) => isFullSnapshot)
      .flatMap(coveredBy),
  )
  if (!remap || objectsOf(connector).every((object) => again.has(object))) return
  await commitStep(runSession, {
    phase: 'retries',
    cursor: null,
    write: async (tx, origin) => {
      await streams.parkOld(tx, ref)
      const rows = await streams.selectRetryable(tx, ref, atOnce)
      const pages = rows.map(({ object, payload }) => remap(object as RecordObject, JSON.parse(payload ?? 'null'), session))
      if (pages.length === 0) return {}
      const page = admit(joinPages(pages), runSession.settings)
      const outcome = await saveRecords(tx, origin, recordsOf(page), saveOptionsOf(runSession))
      await settleRejects(tx, runSession, page)
      return outcome
    },
  })
}

const deletionsOf = async (
  tx: Tx,
  runSession: RunSession,
  events: readonly streams.WebhookEventRow[],
): Promise<NonNullable<Page['deletions']>> => {
  const deletions: { object: RecordObject; externalId: string; at: string | null }[] = []
  for (const object of recordObjects) {
    const gone = events.filter((event) => event.kind === 'deleted' && event.object === object)
    if (gone.length === 0) continue
    const outdated = await streams.selectOutdated(tx, dataSourceOf(runSession.ref), object, gone)
    for (const event of gone)
      if (!outdated.has(event.external_id))
        deletions.push({ object, externalId: event.external_id, at: event.occurred_at.toISOString() })
  }
  return deletions
}

const useWebhookEvents = async (
  tx: Tx,
  runSession: RunSession,
  origin: WriteContext,
): Promise<Partial<Outcome> & { used: number }> => {
  const events = await streams.selectWebhookEvents(tx, runSession.ref, {
    runStart: runStartOf(runSession, origin),
    limit: atOnce,
  })
  if (events.length === 0) return { used: 0 }
  const merges = events
    .filter(({ kind }) => kind === 'merged')
    .map((event) => ({
      from: event.external_id,
      into: textOf(event, 'into') ?? event.external_id,
      at: event.occurred_at.toISOString(),
    }))
  const deletions = await deletionsOf(tx, runSession, events)
  const announcedStages = events.filter(({ kind }) => kind === 'stage').map(stageOf)
  const outcome = await saveRecords(tx, origin, { merges, deletions }, { historyComesApart: true, announcedStages })
  await settleRejects(tx, runSession, { deletions, next: null })
  await streams.useWebhookEvents(
    tx,
    runSession.ref,
    events.map(({ key }) => key),
  )
  return { ...outcome, used: events.length }
}

/** Processes the webhook events since the last run, after the streams have brought the current records. */
export const takeWebhookEvents = async (runSession: RunSession): Promise<void> => {
  const last = { used: 0 }
  do
    await commitStep(runSession, {
      phase: 'hints',
      cursor: null,
      write: async (tx, origin) => {
        const { used, ...outcome } = await useWebhookEvents(tx, runSession, origin)
        last.used = used
        return outcome
      },
    })
  while (last.used === atOnce)
}
