import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Log } from '#server/platform/log.ts'
import type { Follower } from './model.ts'
import * as queries from './queries.ts'

const changesAtOnce = 20

/** A follower that is further behind is rebuilt, so that a broken one cannot fill the disk. */
const keepFor = 7 * 86_400_000

interface Parts {
  database: Database
  log: Log
  followers: readonly Follower[]
}

/**
 * One step of a follower. False: there is nothing left to do. Numbers have no gaps while there is a follower, so a gap
 * means that the log was trimmed before the follower had read it.
 */
const follow = async (tx: Tx, { name, handle, rebuild }: Follower, clientId: string): Promise<boolean> => {
  const seq = await queries.lockFollower(tx, clientId, name)
  // Read before the rows: a rebuild then sees every change up to this one, and later ones are handled again.
  const lastSeq = seq === undefined ? undefined : await queries.selectLastSeq(tx, clientId)
  if (seq === undefined || lastSeq === undefined) return false
  const changes = await queries.selectChanges(tx, clientId, seq, changesAtOnce)
  const [first] = changes
  const last = changes.at(-1)
  if (first && last && first.seq === seq + 1) {
    await handle(tx, clientId, changes)
    await queries.moveFollower(tx, clientId, name, last.seq)
    return true
  }
  if (!first && seq === lastSeq) {
    // A transaction that is about to commit found our job still waiting, and so enqueued no other one.
    return (await queries.awaitLastSeq(tx, clientId)) !== seq
  }
  await rebuild(tx, clientId)
  await queries.moveFollower(tx, clientId, name, lastSeq)
  return true
}

const catchUp = async ({ database }: Parts, follower: Follower, clientId: string, signal: AbortSignal): Promise<void> => {
  let isBehind = true
  while (isBehind) {
    signal.throwIfAborted()
    isBehind = await database.asSystem(`changes: ${follower.name} follows`, (tx) => follow(tx, follower, clientId))
  }
}

/** Followers run independently: one that fails does not delay the others. */
export const runFollowers = async (parts: Parts, clientId: string, signal: AbortSignal): Promise<void> => {
  const { database, followers, log } = parts
  const names = followers.map(({ name }) => name)
  if (names.length === 0) return
  if (!(await database.asSystem('changes: who follows', (tx) => queries.startFollowing(tx, clientId, names)))) return
  const failures: unknown[] = []
  for (const follower of followers)
    await catchUp(parts, follower, clientId, signal).catch(async (error: unknown) => {
      signal.throwIfAborted()
      log.warn({ err: error, follower: follower.name, clientId }, 'a follower of the change log failed')
      failures.push(error)
      await database.asSystem('changes: a follower pauses', (tx) =>
        queries.pauseFollower(tx, clientId, follower.name, error instanceof Error ? error.name : 'unknown'),
      )
    })
  await database.asSystem('changes: what everybody has dealt with', (tx) =>
    queries.trimLog(tx, clientId, new Date(Date.now() - keepFor)),
  )
  if (failures.length > 0) throw failures[0]
}
