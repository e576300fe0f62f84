import type { Tx } from '#server/platform/db/scope.ts'
import { recordChanges } from '../changes/service.ts'
import type { ChangeKind } from '../changes/model.ts'
import type { ChangeContext, RecordChanges, RecordObject } from './model.ts'

/** Records without ids of ours: the log only tells that some of a data source's have changed. */
export type UnnumberedObject = 'pipeline' | 'list' | 'spend'

const kinds: readonly ChangeKind[] = ['created', 'changed', 'merged', 'deleted']

export const logRecords = (
  tx: Tx,
  context: ChangeContext,
  changes: RecordChanges,
  others: readonly UnnumberedObject[],
): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [
    ...(['contact', 'opportunity'] as const).flatMap((object) =>
      kinds.map((kind) => ({ object, kind, ids: changes[object][kind] })).filter(({ ids }) => ids.length > 0),
    ),
    ...others.map((object) => ({ object, kind: 'changed' as const, ids: [] })),
  ])

export const logUnnumbered = (tx: Tx, context: ChangeContext, object: UnnumberedObject): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [{ object, kind: 'changed', ids: [] }])

export const logErased = async (tx: Tx, context: ChangeContext, object: RecordObject, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await recordChanges(tx, context.dispatcher, context, [{ object, kind: 'deleted', ids }])
}

/** Logs the deletion of a data source with all its remaining rows. */
export const logDataSourceDeleted = (tx: Tx, context: ChangeContext): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [{ object: 'data_source', kind: 'deleted', ids: [context.dataSourceId] }])

export const logDataSourceRead = (tx: Tx, context: ChangeContext): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [{ object: 'data_source', kind: 'changed', ids: [context.dataSourceId] }])
