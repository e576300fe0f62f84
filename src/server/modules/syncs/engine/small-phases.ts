// What a run does besides reading streams: rejected rows again, and events of webhooks.
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

/** Rows that were set aside, read with the mapping of today. Those of whole reads come again by themselves. */
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
  hints: readonly streams.WebhookEventRow[],
): Promise<NonNullable<Page['deletions']>> => {
  const told: { object: RecordObject; externalId: string; at: string | null }[] = []
  for (const object of recordObjects) {
    const gone = hints.filter((hint) => hint.kind === 'deleted' && hint.object === object)
    if (gone.length === 0) continue
    const outdated = await streams.selectOutdated(tx, dataSourceOf(runSession.ref), object, gone)
    for (const hint of gone)
      if (!outdated.has(hint.external_id)) told.push({ object, externalId: hint.external_id, at: hint.occurred_at.toISOString() })
  }
  return told
}

const useWebhookEvents = async (
  tx: Tx,
  runSession: RunSession,
  origin: WriteContext,
): Promise<Partial<Outcome> & { used: number }> => {
  const hints = await streams.selectWebhookEvents(tx, runSession.ref, {
    runStart: runStartOf(runSession, origin),
    limit: atOnce,
  })
  if (hints.length === 0) return { used: 0 }
  const merges = hints
    .filter(({ kind }) => kind === 'merged')
    .map((hint) => ({
      from: hint.external_id,
      into: textOf(hint, 'into') ?? hint.external_id,
      at: hint.occurred_at.toISOString(),
    }))
  const deletions = await deletionsOf(tx, runSession, hints)
  const stageHints = hints.filter(({ kind }) => kind === 'stage').map(stageOf)
  const outcome = await saveRecords(tx, origin, { merges, deletions }, { historyComesApart: true, stageHints })
  await settleRejects(tx, runSession, { deletions, next: null })
  await streams.useWebhookEvents(
    tx,
    runSession.ref,
    hints.map(({ key }) => key),
  )
  return { ...outcome, used: hints.length }
}

/** What webhooks told since the last run, after the streams have said what holds now. */
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
