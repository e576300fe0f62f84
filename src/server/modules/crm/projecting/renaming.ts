// Other ids for rows of an agency, so that nobody finds a record again by the id that it had.
import type { Tx } from '#server/platform/db/scope.ts'
import type { ChangeContext, ChangedIds, RecordObject } from '../model.ts'
import { copyRecords, deleteRecords, moveBelongings, type NewId } from './rename-queries.ts'

export interface Renaming {
  columns: readonly string[]
  ids: readonly NewId[]
}

const idsAtOnce = 50_000

export const rename = async (
  tx: Tx,
  context: ChangeContext,
  object: RecordObject,
  { columns, ids }: Renaming,
): Promise<ChangedIds> => {
  const written = new Set<string>()
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce)
    for (const id of await copyRecords(tx, context, { object, columns }, some)) written.add(id)
    await moveBelongings(tx, context, object, some)
    await deleteRecords(tx, context, object, some)
  }
  const found = ids.filter(({ to }) => written.has(to))
  return { created: found.map(({ to }) => to), changed: [], deleted: found.map(({ from }) => from), merged: [] }
}
