// What a run does besides reading streams: rows that were set aside, hints of webhooks, and counting both sides.
import type { Json, Page, RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import {
  countLiving,
  deleteSeen,
  insertSeen,
  observeStage,
  saveRecords,
  selectMissing,
  type Origin,
  type Outcome,
} from '../../crm/service.ts'
import { admit, isFiltered } from './admit.ts'
import { joinPages } from './page-queue.ts'
import { objectsOf } from './plan.ts'
import { isAgreed, removeVanished, saveOptionsOf } from './read-stream.ts'
import type { Sitting } from './sitting.ts'
import { commitStep } from './steps.ts'
import * as streams from './stream-queries.ts'

const atOnce = 500

/** Rows that were set aside, read with the mapping of today. Those of whole reads come again by themselves. */
export const retryRejects = async (sitting: Sitting): Promise<void> => {
  const { connector, session, place } = sitting
  const { remap } = connector
  if (!remap || connector.streams.some(({ isWhole }) => isWhole)) return
  await commitStep(sitting, {
    phase: 'retries',
    cursor: null,
    write: async (tx, origin) => {
      await streams.parkOld(tx, place)
      const rows = await streams.selectRetryable(tx, place, atOnce)
      const pages = rows.map(({ object, payload }) => remap(object as RecordObject, JSON.parse(payload ?? 'null'), session))
      if (pages.length === 0) return {}
      const page = admit(joinPages(pages), sitting.settings)
      const outcome = await saveRecords(tx, origin, page, saveOptionsOf(sitting))
      for (const object of ['contact', 'opportunity'] as const) {
        const taken = (object === 'contact' ? page.contacts : page.opportunities) ?? []
        await streams.clearRejects(
          tx,
          place,
          object,
          taken.map(({ externalId }) => externalId),
        )
      }
      await streams.upsertRejects(tx, place, page.rejected ?? [])
      return outcome
    },
  })
}

const deletionsOf = async (
  tx: Tx,
  sitting: Sitting,
  hints: readonly streams.HintRow[],
): Promise<NonNullable<Page['deletions']>> => {
  const told: { object: RecordObject; externalId: string; at: string | null }[] = []
  for (const object of ['contact', 'opportunity'] as const) {
    const gone = hints.filter((hint) => hint.kind === 'deleted' && hint.object === object)
    if (gone.length === 0) continue
    const outdated = await streams.selectOutdated(tx, sitting.place, object, gone)
    for (const hint of gone)
      if (!outdated.has(hint.external_id)) told.push({ object, externalId: hint.external_id, at: hint.occurred_at.toISOString() })
  }
  return told
}

const useHints = async (tx: Tx, sitting: Sitting, origin: Origin): Promise<Partial<Outcome> & { used: number }> => {
  const hints = await streams.selectHints(tx, sitting.place, atOnce)
  if (hints.length === 0) return { used: 0 }
  const textOf = (hint: streams.HintRow, name: string): string | undefined => (hint.detail as Record<string, string>)[name]
  const merges = hints
    .filter(({ kind }) => kind === 'merged')
    .map((hint) => ({
      from: hint.external_id,
      into: textOf(hint, 'into') ?? hint.external_id,
      at: hint.occurred_at.toISOString(),
    }))
  const deletions = await deletionsOf(tx, sitting, hints)
  const outcome = await saveRecords(tx, origin, { merges, deletions, next: null }, { historyComesApart: true })
  const stages = hints.filter(({ kind }) => kind === 'stage')
  await observeStage(
    tx,
    origin,
    stages.map((hint) => ({
      externalId: hint.external_id,
      stageId: textOf(hint, 'stageId') ?? '',
      pipelineId: textOf(hint, 'pipelineId') ?? null,
      at: hint.occurred_at.toISOString(),
    })),
  )
  await streams.useHints(
    tx,
    sitting.place,
    hints.map(({ key }) => key),
  )
  return { ...outcome, used: hints.length }
}

/** What webhooks told since the last run, after the streams have said what holds now. */
export const takeHints = async (sitting: Sitting): Promise<void> => {
  const last = { used: 0 }
  do
    await commitStep(sitting, {
      phase: 'hints',
      cursor: null,
      write: async (tx, origin) => {
        const { used, ...outcome } = await useHints(tx, sitting, origin)
        last.used = used
        return outcome
      },
    })
  while (last.used === atOnce)
}

const missingMax = 1000
const sweepEvery = 7 * 24 * 3600 * 1000

const collectKeys = async (sitting: Sitting, object: RecordObject): Promise<boolean> => {
  const { connector, session, place } = sitting
  if (!connector.keys) return false
  await commitStep(sitting, {
    phase: 'reconcile',
    cursor: null,
    write: async (tx) => {
      await deleteSeen(tx, place, [object])
      return {}
    },
  })
  let cursor: Json | null = null
  do {
    const page: { ids: readonly string[]; next: Json | null } = await connector.keys(session, object, cursor)
    await commitStep(sitting, {
      phase: 'reconcile',
      cursor: null,
      write: async (tx) => {
        await insertSeen(tx, place, object, page.ids)
        return {}
      },
    })
    cursor = page.next
  } while (cursor !== null)
  return true
}

/** Whether the vendor's list of ids is worth its price: the counts differ, or nobody told us of deletions for a week. */
const isWorthIt = async (
  sitting: Sitting,
  object: RecordObject,
  counts: { vendor: number | null; own: number },
): Promise<boolean> => {
  const { engine, place, connector } = sitting
  if (isFiltered(sitting.settings) || !connector.keys) return false
  if (counts.vendor !== null) return counts.vendor !== counts.own
  const known = await engine.database.inClient(place.clientId, (tx) => streams.selectStreams(tx, place))
  const sweptAt = known.get(`${object}_keys`)?.swept_at
  return sitting.run.kind !== 'full' && (!sweptAt || sweptAt.getTime() < Date.now() - sweepEvery)
}

const reconcileObject = async (sitting: Sitting, object: RecordObject): Promise<void> => {
  const { engine, place, connector, session } = sitting
  const vendor = (await connector.count?.(session, object)) ?? null
  const own = await engine.database.inClient(place.clientId, (tx) => countLiving(tx, place, object))
  const isSwept = (await isWorthIt(sitting, object, { vendor, own })) && (await collectKeys(sitting, object))
  await commitStep(sitting, {
    phase: 'reconcile',
    cursor: null,
    write: async (tx, origin) => {
      const missing = isSwept ? await selectMissing(tx, place, object, missingMax) : []
      const deleted = isSwept ? await removeVanished(tx, origin, { object, isAgreed: isAgreed(sitting) }) : 0
      if (isSwept) await streams.completeStream(tx, place, { stream: `${object}_keys`, watermark: undefined, isSwept: true })
      const ownCount = await countLiving(tx, place, object)
      await streams.storeCount(tx, place, { object, vendorCount: vendor, ownCount, missing })
      return { deleted }
    },
  })
}

/** What the vendor counts against what we hold; where they differ, the ids that are missing here and those that are gone there. */
export const reconcile = async (sitting: Sitting): Promise<void> => {
  for (const object of objectsOf(sitting.connector)) await reconcileObject(sitting, object)
}
