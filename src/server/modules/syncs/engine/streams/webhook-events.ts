import type { Tx } from '#server/platform/db/scope.ts'
import type { AnnouncedStage, WriteContext } from '../../../crm/model.ts'
import type { RunSession } from '../run/run-session.ts'
import * as streams from '../run/stream-queries.ts'

export const textOf = (event: streams.WebhookEventRow, name: string): string | undefined =>
  (event.detail as Record<string, string>)[name]

export const stageOf = (event: streams.WebhookEventRow): AnnouncedStage => ({
  externalId: event.external_id,
  stageId: textOf(event, 'stageId') ?? '',
  pipelineId: textOf(event, 'pipelineId') ?? null,
  at: event.occurred_at.toISOString(),
})

export const runStartOf = ({ run }: RunSession, origin: WriteContext): Date => run.started_at ?? origin.at

/**
 * Uses the stage events that webhooks announced for these opportunities, together with the page that brings the
 * opportunities.
 */
export const useAnnouncedStages = async (
  tx: Tx,
  runSession: RunSession,
  origin: WriteContext,
  ids: readonly string[],
): Promise<AnnouncedStage[]> => {
  if (!runSession.connector.webhook || ids.length === 0) return []
  const events = await streams.selectAnnouncedStages(tx, runSession.ref, { runStart: runStartOf(runSession, origin), ids })
  if (events.length === 0) return []
  await streams.useWebhookEvents(
    tx,
    runSession.ref,
    events.map(({ key }) => key),
  )
  return events.map(stageOf)
}
