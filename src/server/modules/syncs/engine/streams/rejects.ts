import { recordObjects, type Page, type RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RunSession } from '../run/run-session.ts'
import { clearRejects, upsertRejects } from '../run/stream-queries.ts'

export const idsOf = (page: Page, object: RecordObject): string[] =>
  (object === 'contact' ? page.contacts : page.opportunities)?.map(({ externalId }) => externalId) ?? []

const ofKind = (rows: readonly { object: string; externalId: string }[] | undefined, object: RecordObject): string[] =>
  (rows ?? []).filter((row) => row.object === object).map(({ externalId }) => externalId)

export const rejectedIn = ({ rejected }: Page, object: RecordObject): string[] => ofKind(rejected, object)

/** Stores the rejects of a page. Records that the page brings or deletes are no longer rejected. */
export const settleRejects = async (tx: Tx, runSession: Pick<RunSession, 'ref' | 'hasRejects'>, page: Page): Promise<void> => {
  const { ref } = runSession
  const { rejected = [], deletions } = page
  await upsertRejects(tx, ref, rejected)
  if (rejected.length > 0) runSession.hasRejects = true
  if (!runSession.hasRejects) return
  for (const object of recordObjects) {
    const stillWrong = new Set(
      ofKind(
        rejected.filter(({ isTaken }) => isTaken),
        object,
      ),
    )
    const taken = idsOf(page, object).filter((externalId) => !stillWrong.has(externalId))
    await clearRejects(tx, ref, object, [...taken, ...ofKind(deletions, object)])
  }
}
