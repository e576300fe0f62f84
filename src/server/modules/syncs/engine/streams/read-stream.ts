// Reads one stream to its end: the next pages are fetched while these are saved.
import { z } from 'zod'
import { coveredBy, type Position, type Stream } from '#server/connectors/kit/connector.ts'
import type { Session } from '#server/connectors/kit/access.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { Json, Page } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { prepareRecords, saveRecords, analyzeFilledTables } from '../../../crm/service.ts'
import type { WriteContext, Outcome } from '../../../crm/model.ts'
import {
  forgetSeen,
  deleteUnseenLists,
  deleteUnseenMembers,
  deleteUnseenPipelines,
  recordSeen,
} from '../../../crm/deletion/service.ts'
import { dataSourceOf } from '../../../integrations/model.ts'
import { PendingRemoval } from '../run/plan.ts'
import type { RunSession } from '../run/run-session.ts'
import { changing, commitStep, saveOptionsOf } from '../run/commit-step.ts'
import * as streams from '../run/stream-queries.ts'
import { admit, isFiltered } from './removal-limit.ts'
import { selectRemovalStates } from './removal-queries.ts'
import { countedIn, fetchAhead, isPlain, joinPages } from './page-queue.ts'
import { recordsOf } from './records-of.ts'
import { idsOf, rejectedIn, settleRejects } from './rejects.ts'
import { finishSweep, recordPendingRemoval } from './missing-records.ts'
import { useAnnouncedStages } from './webhook-events.ts'

interface Reading {
  stream: Stream
  /** The read covers every record: ids are collected, and at the end missing records are removed. */
  isSweep: boolean
  /** The stream has never been read to its end. */
  isFirst: boolean
}

const notesMembers = ({ name, isFullSnapshot }: Stream): boolean => name === 'memberships' && isFullSnapshot === true

/**
 * While a removal waits for approval, or was declined, records that no longer match the filters are not removed one by
 * one either.
 */
const areOthersHeld = async (tx: Tx, { ref, settings }: RunSession): Promise<boolean> =>
  isFiltered(settings) && (await selectRemovalStates(tx, ref)).length > 0

const writePage = async (
  tx: Tx,
  runSession: RunSession,
  origin: WriteContext,
  { page, reading }: { page: Page; reading: Reading },
): Promise<Partial<Outcome> & { mustSave: boolean }> => {
  const { stream, isSweep, isFirst } = reading
  const announcedStages = await useAnnouncedStages(tx, runSession, origin, idsOf(page, 'opportunity'))
  const options = { ...saveOptionsOf(runSession), notesMembers: notesMembers(stream), isFirst, announcedStages }
  // A sweep finds records that no longer match at its end, where a large removal needs approval.
  const admitted = admit(page, runSession.settings, { removesOthers: !isSweep && !(await areOthersHeld(tx, runSession)) })
  const outcome = await saveRecords(tx, origin, recordsOf(admitted), options)
  if (outcome.returned > 0) await streams.forgetMembersRead(tx, runSession.ref)
  await settleRejects(tx, runSession, page)
  // A rejected record exists at the vendor nevertheless.
  if (isSweep)
    for (const object of coveredBy(stream))
      await recordSeen(tx, origin, object, [...idsOf(admitted, object), ...rejectedIn(page, object)])
  return { ...outcome, mustSave: announcedStages.length > 0 }
}

const deleteUnseen = async (
  tx: Tx,
  { run }: RunSession,
  origin: WriteContext,
  { stream, page }: { stream: Stream; page: Page },
): Promise<void> => {
  const since = run.started_at ?? origin.at
  if (stream.name === 'lists') await deleteUnseenLists(tx, origin, since)
  // Absent if we may not read pipelines. An empty list means that there are none.
  if (stream.name === 'pipelines' && page.pipelines) await deleteUnseenPipelines(tx, origin, since)
}

/** What a complete read implies. */
const writeEnd = async (
  tx: Tx,
  runSession: RunSession,
  origin: WriteContext,
  { page, reading }: { page: Page; reading: Reading },
): Promise<Partial<Outcome>> => {
  const { stream, isSweep } = reading
  const removed = isSweep ? await finishSweep(tx, runSession, origin, stream) : {}
  if (notesMembers(stream)) await deleteUnseenMembers(tx, origin)
  if (stream.isFullSnapshot) await deleteUnseen(tx, runSession, origin, { stream, page })
  const { watermark, columns } = page
  await streams.completeStream(tx, runSession.ref, { stream: stream.name, watermark, columns, isSwept: isSweep })
  return removed
}

/** Ids collected by an earlier run would hide missing records, so they are deleted. */
const beginNotes = async (runSession: RunSession, { stream, isSweep }: Reading): Promise<void> => {
  const noted = [...(isSweep ? coveredBy(stream) : []), ...(notesMembers(stream) ? (['member'] as const) : [])]
  if (noted.length === 0) return
  await commitStep(runSession, {
    phase: stream.name,
    cursor: null,
    write: async (tx) => {
      await forgetSeen(tx, dataSourceOf(runSession.ref), noted)
      return {}
    },
  })
}

const rememberHeld = (runSession: RunSession, { stream: { name } }: Reading, error: PendingRemoval): Promise<void> =>
  commitStep(runSession, {
    write: async (tx) => {
      await recordPendingRemoval(tx, runSession, error, { vendor: null, from: 'read' })
      return {}
    },
    phase: name,
    cursor: (runSession.progress.cursors[name] as Json | undefined) ?? null,
  })

/** A step of its own: if the removal has to wait for approval, the rows of the last pages stay saved. */
const endStream = async (runSession: RunSession, reading: Reading, page: Page): Promise<void> => {
  const { name } = reading.stream
  try {
    await commitStep(runSession, {
      write: (tx, origin) => writeEnd(tx, runSession, origin, { page, reading }),
      phases: changing(name, () => ({ state: 'done' })),
      phase: name,
      cursor: null,
    })
  } catch (error) {
    if (error instanceof PendingRemoval) await rememberHeld(runSession, reading, error)
    throw error
  }
}

/** The cursor of a stream whose pages are all saved but which has not ended: nothing is read or counted twice. */
const endCursor = z.object({ isRead: z.literal(true), page: z.record(z.string(), z.unknown()) })

/** The parts of the last page that the end of a stream needs. */
const atEnd = ({ watermark, columns }: Page): Json => ({
  isRead: true,
  page: { ...(watermark === undefined ? {} : { watermark }), ...(columns === undefined ? {} : { columns }), next: null },
})

const endOf = (cursor: Json | null): Page | undefined => endCursor.safeParse(cursor).data?.page as unknown as Page | undefined

/** After a restart of the stream, its earlier counts no longer apply. */
const countedBefore = ({ progress }: RunSession, name: string, isRestart: boolean) => ({
  read: isRestart ? (progress.phases.find((phase) => phase.name === name)?.read ?? 0) : 0,
  rejected: isRestart ? progress.rejected : 0,
  unchanged: isRestart ? progress.unchanged : 0,
})

const savePages = async (runSession: RunSession, reading: Reading, pages: readonly Page[]): Promise<void> => {
  const { name } = reading.stream
  const page = joinPages(pages)
  const isLast = page.next === null
  const endsApart = isLast && reading.isSweep
  const records = countedIn(page, name)
  const before = countedBefore(runSession, name, pages[0]?.isRestart === true)
  await commitStep(runSession, {
    write: async (tx, origin) => {
      const { unchanged = 0, ...written } = await writePage(tx, runSession, origin, { page, reading })
      const removed = isLast && !endsApart ? await writeEnd(tx, runSession, origin, { page, reading }) : {}
      return { ...written, unchanged: unchanged - before.unchanged, ...removed }
    },
    records: records - before.read,
    pages: pages.length,
    rejected: (page.rejected?.length ?? 0) - before.rejected,
    phases: changing(name, (phase) => ({
      state: isLast && !endsApart ? 'done' : 'running',
      read: phase.read - before.read + records,
      pages: phase.pages + pages.length,
      total: page.total ?? phase.total,
    })),
    phase: name,
    cursor: endsApart ? atEnd(page) : page.next,
    mayWait: !isLast && !reading.isSweep && !runSession.hasRejects && isPlain(page),
  })
  if (endsApart) await endStream(runSession, reading, page)
}

/** Fails when a vendor returns the same page again, which would never end. */
export const readPage = async (stream: Stream, session: Session, position: Position): Promise<Page> => {
  const page = await stream.read(session, position)
  if (page.next !== null && JSON.stringify(page.next) === JSON.stringify(position.cursor))
    throw new ConnectorFailure('bad_answer', `${session.http.vendor} keeps sending the same page.`)
  return page
}

const isPowerOfTwo = (n: number): boolean => (n & (n - 1)) === 0

/**
 * Refreshes the planner's statistics: rarely enough to cost nothing, often enough for a table that grows. A run of a
 * single step does not need it.
 */
const keepPlansFit = async ({ engine }: RunSession, steps: number): Promise<void> => {
  if (steps > 1 && isPowerOfTwo(steps)) await engine.database.asSystem('syncs: tables that have grown', analyzeFilledTables)
}

/** Streams that are read in parallel, until one of them stops the others. */
export interface SiblingStreams {
  count: number
  signal: AbortSignal
}

interface From {
  cursor: Json | null
  since: Json | null
  isFirst: boolean
}

export const readStream = async (
  runSession: RunSession,
  stream: Stream,
  position: From,
  beside: SiblingStreams,
): Promise<void> => {
  const { session, run } = runSession
  const meetsAll =
    run.kind === 'sweep' || stream.isFullSnapshot === true || (run.kind === 'full' && isFiltered(runSession.settings))
  const isSweep = coveredBy(stream).length > 0 && meetsAll
  const reading: Reading = { stream, isSweep, isFirst: position.isFirst }
  const end = endOf(position.cursor)
  if (end) return endStream(runSession, reading, end)
  if (position.cursor === null) await beginNotes(runSession, reading)
  beside.signal.throwIfAborted()
  const queue = fetchAhead({
    read: (cursor, onNext) => readPage(stream, session, { cursor, since: position.since, onNext }),
    from: position.cursor,
    prepare: (page) => prepareRecords(recordsOf(page), { areNew: position.isFirst }),
    kind: position.isFirst ? 'new' : beside.count > 1 ? 'beside' : 'alone',
  })
  beside.signal.addEventListener('abort', queue.stop, { once: true })
  try {
    let steps = 0
    for (let pages = await queue.take(); pages.length > 0; pages = await queue.take()) {
      await savePages(runSession, reading, pages)
      await keepPlansFit(runSession, (steps += 1))
    }
    beside.signal.throwIfAborted()
  } finally {
    queue.stop()
    beside.signal.removeEventListener('abort', queue.stop)
  }
}
