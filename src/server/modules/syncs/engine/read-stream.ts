// Reads one stream to its end: the next pages are fetched while these are saved.
import type { Stream } from '#server/connectors/kit/connector.ts'
import type { Json, Page, RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import {
  countLiving,
  forgetUnmet,
  prepareRecords,
  saveRecords,
  selectVanished,
  type Origin,
  type Outcome,
  type SaveOptions,
} from '../../crm/service.ts'
import type { Phase } from '../../runs/service.ts'
import { admit } from './admit.ts'
import { countedIn, fetchAhead, joinPages, recordsIn } from './page-queue.ts'
import { HeldBack, isSuspicious } from './plan.ts'
import { commitStep, type Sitting } from './sitting.ts'
import * as streams from './stream-queries.ts'

const objects = ['contact', 'opportunity'] as const

const idsOf = (page: Page, object: RecordObject): string[] =>
  (object === 'contact' ? page.contacts : page.opportunities)?.map(({ externalId }) => externalId) ?? []

/** What the read did not meet is gone, unless there is so much of it that something else must be wrong. */
export const removeVanished = async (
  tx: Tx,
  origin: Origin,
  { object, isAgreed }: { object: RecordObject; isAgreed: boolean },
): Promise<number> => {
  const before = await countLiving(tx, origin, object)
  const vanished = await selectVanished(tx, origin, object, before + 1)
  if (vanished.length > 0) {
    if (!isAgreed && isSuspicious(vanished.length, before))
      throw new HeldBack(
        `${vanished.length} of ${before} rows are gone at the vendor. That is more than usual, so nothing was removed here. If it is right, read everything again from the page of counts.`,
      )
    const deletions = vanished.map((externalId) => ({ object, externalId, at: null }))
    await saveRecords(tx, origin, { deletions, next: null }, { historyComesApart: true })
  }
  await streams.deleteKeys(tx, origin, object)
  return vanished.length
}

/** Somebody asked for a sweep by hand, and thereby agrees to what it finds. */
export const isAgreed = ({ run }: Sitting): boolean => run.kind === 'sweep' && run.origin === 'user'

const withPhase = (phases: readonly Phase[], name: string, change: Partial<Phase>): Phase[] =>
  phases.map((phase) => (phase.name === name ? { ...phase, ...change } : phase))

interface Reading {
  stream: Stream
  /** The read meets every record there is: ids are collected, and at the end what is missing is gone. */
  isSweep: boolean
}

/** A whole read of people brings their opportunities too; lists and owners are no records. */
const sweptBy = ({ name, isWhole }: Stream): readonly ('contact' | 'opportunity')[] => {
  if (name === 'contacts') return isWhole ? objects : ['contact']
  return name === 'opportunities' ? ['opportunity'] : []
}

const settleRejects = async (tx: Tx, sitting: Sitting, page: Page): Promise<void> => {
  const { place } = sitting
  await streams.upsertRejects(tx, place, page.rejected ?? [])
  if ((page.rejected?.length ?? 0) > 0) sitting.hasRejects = true
  if (!sitting.hasRejects) return
  for (const object of objects) await streams.clearRejects(tx, place, object, idsOf(page, object))
}

const finishSweep = async (tx: Tx, sitting: Sitting, origin: Origin, { stream }: Reading): Promise<number> => {
  let removed = 0
  for (const object of sweptBy(stream)) removed += await removeVanished(tx, origin, { object, isAgreed: isAgreed(sitting) })
  if (stream.isWhole) await streams.clearOldRejects(tx, sitting.place)
  return removed
}

/** How this source's records are saved. */
export const saveOptionsOf = ({ connector, settings }: Sitting): SaveOptions => ({
  historyComesApart: connector.streams.some(({ name }) => name === 'stage_history'),
  lists: settings.lists ?? [],
})

const writePage = async (
  tx: Tx,
  sitting: Sitting,
  origin: Origin,
  { page, reading }: { page: Page; reading: Reading },
): Promise<Partial<Outcome>> => {
  const { stream, isSweep } = reading
  const outcome = await saveRecords(tx, origin, admit(page, sitting.settings), saveOptionsOf(sitting))
  await settleRejects(tx, sitting, page)
  if (isSweep) for (const object of objects) await streams.insertKeys(tx, sitting.place, object, idsOf(page, object))
  if (page.next !== null) return outcome
  const removed = isSweep ? await finishSweep(tx, sitting, origin, reading) : 0
  if (stream.isWhole && (stream.name === 'lists' || stream.name === 'memberships'))
    await forgetUnmet(tx, origin, stream.name, sitting.run.started_at ?? origin.at)
  await streams.completeStream(tx, sitting.place, { stream: stream.name, watermark: page.watermark, isSwept: isSweep })
  return { ...outcome, deleted: outcome.deleted + removed }
}

/** What a sweep of an earlier run left behind would hide what is gone. */
const beginSweep = (sitting: Sitting, name: string): Promise<void> =>
  commitStep(sitting, {
    phase: name,
    cursor: null,
    write: async (tx) => {
      for (const object of objects) await streams.deleteKeys(tx, sitting.place, object)
      return {}
    },
  })

const savePages = async (sitting: Sitting, reading: Reading, pages: readonly Page[]): Promise<void> => {
  const { name } = reading.stream
  const { phases } = sitting.progress
  const page = joinPages(pages)
  const records = recordsIn(page)
  const before = phases.find((phase) => phase.name === name) ?? { read: 0, pages: 0, total: null }
  await commitStep(sitting, {
    write: (tx, origin) => writePage(tx, sitting, origin, { page, reading }),
    records,
    pages: pages.length,
    rejected: page.rejected?.length ?? 0,
    phases: withPhase(phases, name, {
      state: page.next === null ? 'done' : 'running',
      read: before.read + countedIn(page, name),
      pages: before.pages + pages.length,
      total: page.total ?? before.total,
    }),
    phase: name,
    cursor: page.next,
  })
}

export const readStream = async (
  sitting: Sitting,
  stream: Stream,
  position: { cursor: Json | null; since: Json | null; isFirst: boolean },
): Promise<void> => {
  const { session, run } = sitting
  const isSweep = sweptBy(stream).length > 0 && (run.kind === 'sweep' || stream.isWhole === true)
  const reading: Reading = { stream, isSweep }
  if (reading.isSweep && position.cursor === null) await beginSweep(sitting, stream.name)
  const queue = fetchAhead({
    read: (cursor) => stream.read(session, { cursor, since: position.since }),
    from: position.cursor,
    prepare: (page) => prepareRecords(page, { areNew: position.isFirst }),
  })
  try {
    for (let pages = await queue.take(); pages.length > 0; pages = await queue.take()) await savePages(sitting, reading, pages)
  } finally {
    queue.stop()
  }
}
