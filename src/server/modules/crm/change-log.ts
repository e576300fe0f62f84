import { beforeCommit, type Tx } from '#server/platform/db/scope.ts'
import { recordChanges } from '../changes/service.ts'
import type { ChangeKind } from '../changes/model.ts'
import type { ChangeContext, RecordChanges, RecordObject } from './model.ts'

/**
 * Of records without ids of ours: the log only tells that some of a data source's have changed. `created` is a list that was
 * deleted and is back; contacts that join or leave a list have changed themselves.
 */
export interface UnnumberedChange {
  object: 'pipeline' | 'owner' | 'list' | 'spend'
  kind: 'created' | 'changed' | 'deleted'
}

const kinds: readonly ChangeKind[] = ['created', 'changed', 'merged', 'deleted']

export const logRecords = (
  tx: Tx,
  context: ChangeContext,
  changes: RecordChanges,
  others: readonly UnnumberedChange[],
): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [
    ...(['contact', 'opportunity'] as const).flatMap((object) =>
      kinds.map((kind) => ({ object, kind, ids: changes[object][kind] })).filter(({ ids }) => ids.length > 0),
    ),
    ...others.map((change) => ({ ...change, ids: [] })),
  ])

/** At the end of a transaction that takes long: from the first entry on, nobody else writes to the log of the client. */
export const logRecordsLast = (
  tx: Tx,
  context: ChangeContext,
  changes: RecordChanges,
  others: readonly UnnumberedChange[] = [],
): void => beforeCommit(tx, () => logRecords(tx, context, changes, others))

export const logUnnumbered = (tx: Tx, context: ChangeContext, change: UnnumberedChange): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [{ ...change, ids: [] }])

/** These contacts are in other lists than before. */
export const logContacts = async (tx: Tx, context: ChangeContext, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await recordChanges(tx, context.dispatcher, context, [{ object: 'contact', kind: 'changed', ids }])
}

export const logErased = async (tx: Tx, context: ChangeContext, object: RecordObject, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await recordChanges(tx, context.dispatcher, context, [{ object, kind: 'deleted', ids }])
}

/** Logs the deletion of a data source with all its remaining rows. */
export const logDataSourceDeleted = (tx: Tx, context: ChangeContext): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [{ object: 'data_source', kind: 'deleted', ids: [context.dataSourceId] }])

export const logDataSourceRead = (tx: Tx, context: ChangeContext): Promise<void> =>
  recordChanges(tx, context.dispatcher, context, [{ object: 'data_source', kind: 'changed', ids: [context.dataSourceId] }])
