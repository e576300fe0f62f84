// What changed in a client's CRM rows, in order, for its followers.
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { storedName, type Change } from './model.ts'
import { followJob } from './job-names.ts'
import { advanceHead, deleteFollower, insertChanges, restartFollower, selectFollowerCounts } from './queries.ts'

const idsAtOnce = 1000

/** Splits ids into rows of a bounded size. */
const inPieces = (change: Change): Change[] => {
  if (change.ids.length <= idsAtOnce) return [change]
  const pieces = Array.from({ length: Math.ceil(change.ids.length / idsAtOnce) }, (_, n) => n * idsAtOnce)
  return pieces.map((from) => ({ ...change, ids: change.ids.slice(from, from + idsAtOnce) }))
}

/**
 * Called in the transaction that changes the rows, after the changes: from here on other transactions that change rows
 * of the client wait until it ends. The client's first change also wakes the followers, so that they start with it.
 */
export const recordChanges = async (
  tx: Tx,
  { enqueue }: Pick<Dispatcher, 'enqueue'>,
  { clientId, dataSourceId }: { clientId: string; dataSourceId: string },
  changes: readonly Change[],
): Promise<void> => {
  const rows = changes.flatMap(inPieces)
  if (rows.length === 0) return
  const { lastSeq, isFollowed } = await advanceHead(tx, clientId, rows.length)
  const before = lastSeq - rows.length
  if (isFollowed)
    await insertChanges(
      tx,
      { clientId, dataSourceId, at: new Date() },
      rows.map((row, index) => ({ ...row, seq: before + index + 1 })),
    )
  if (isFollowed || before === 0) await enqueue(tx, followJob, { clientId }, { clientId, key: clientId })
}

/** Over all clients: how many followers fail, and how many have not dealt with every change yet. */
export const countFollowers = (database: Database): Promise<{ failing: number; behind: number }> =>
  database.asSystem('changes: how followers are', selectFollowerCounts)

interface Target {
  clientId: string
  /** The name of the follower. */
  name: string
  target: string
}

/** A follower has one target more, which is built soon. */
export const addTarget = async (
  tx: Tx,
  { enqueue }: Pick<Dispatcher, 'enqueue'>,
  { clientId, name, target }: Target,
): Promise<void> => {
  await restartFollower(tx, clientId, storedName(name, target))
  await enqueue(tx, followJob, { clientId }, { clientId, key: clientId })
}

export const removeTarget = (tx: Tx, { clientId, name, target }: Target): Promise<void> =>
  deleteFollower(tx, clientId, storedName(name, target))
