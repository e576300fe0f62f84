import type { Database, Tx } from '#server/platform/db/scope.ts'
import { isContended } from '#server/platform/db/transient-fault.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Log } from '#server/platform/log.ts'
import { rebuildJob } from './job-names.ts'
import { followingOf, Outdated, storedName, type Follower, type Following } from './model.ts'
import * as queries from './queries.ts'

const changesAtOnce = 20

/** A follower that is further behind is rebuilt, so that a broken one cannot fill the disk. */
const keepFor = 7 * 86_400_000

interface Parts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
  log: Log
  followers: readonly Follower[]
}

interface Step extends Following {
  clientId: string
  /** Whether it may take long. */
  isRebuilding: boolean
}

const rebuild = async (tx: Tx, { dispatcher }: Parts, { follower, target, clientId, isRebuilding }: Step): Promise<boolean> => {
  if (!follower.hasTargets || isRebuilding) {
    await follower.rebuild(tx, clientId, target)
    return true
  }
  const name = storedName(follower.name, target)
  await dispatcher.enqueue(tx, rebuildJob, { clientId, name }, { clientId, key: `${clientId} ${name}` })
  return false
}

/** Handles the next changes, unless there are none, some are missing, or they cannot be handled one by one. */
const handleNext = async (tx: Tx, { follower, target, clientId }: Step, seq: number): Promise<'handled' | 'none' | 'rebuild'> => {
  const changes = await queries.selectChanges(tx, clientId, seq, changesAtOnce)
  const [first] = changes
  const last = changes.at(-1)
  if (!first || !last) return 'none'
  if (first.seq !== seq + 1 || (await follower.handle(tx, clientId, changes, target)) === 'rebuild') return 'rebuild'
  await queries.moveFollower(tx, clientId, storedName(follower.name, target), last.seq)
  return 'handled'
}

/**
 * One step of a follower. False: there is nothing left to do. Numbers have no gaps while there is a follower, so a gap
 * means that the log was trimmed before the follower had read it.
 */
const follow = async (tx: Tx, parts: Parts, step: Step): Promise<boolean> => {
  const { follower, target, clientId } = step
  const name = storedName(follower.name, target)
  const seq = await queries.lockFollower(tx, clientId, name)
  // Read before the rows: a rebuild then sees every change up to this one, and later ones are handled again.
  const lastSeq = seq === undefined ? undefined : await queries.selectLastSeq(tx, clientId)
  if (seq === undefined || lastSeq === undefined) return false
  const done = await handleNext(tx, step, seq)
  if (done === 'handled') return true
  if (done === 'none' && seq === lastSeq) {
    // A transaction that is about to commit found our job still waiting, and so enqueued no other one.
    return (await queries.awaitLastSeq(tx, clientId)) !== seq
  }
  if (!(await rebuild(tx, parts, step))) return false
  await queries.moveFollower(tx, clientId, name, lastSeq)
  return true
}

const repeatsMax = 10

/** Another transaction was first, or took too long. */
const isRepeated = (error: unknown): boolean => error instanceof Outdated || isContended(error)

const catchUp = async (parts: Parts, step: Step, signal: AbortSignal): Promise<void> => {
  let isBehind = true
  let repeats = 0
  while (isBehind) {
    signal.throwIfAborted()
    try {
      isBehind = await parts.database.asSystem(`changes: ${step.follower.name} follows`, (tx) => follow(tx, parts, step))
    } catch (error) {
      repeats += 1
      if (!isRepeated(error) || repeats > repeatsMax) throw error
    }
  }
}

/** Brings one follower up to date; one that fails pauses. */
const advance = async (parts: Parts, step: Step, signal: AbortSignal): Promise<unknown> => {
  const { database, log } = parts
  const { follower, target, clientId } = step
  try {
    await catchUp(parts, step, signal)
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, follower: follower.name, clientId }, 'a follower of the change log failed')
    await database.asSystem('changes: a follower pauses', (tx) =>
      queries.pauseFollower(tx, clientId, storedName(follower.name, target), error instanceof Error ? error.name : 'unknown'),
    )
    return error
  }
}

/** Followers of a client, those of its targets included. */
const followingsOf = ({ database, followers }: Parts, clientId: string): Promise<Following[]> =>
  database.asSystem('changes: who follows', async (tx) => {
    const own = followers.filter(({ hasTargets }) => !hasTargets)
    const names = own.map(({ name }) => name)
    if (names.length > 0 && !(await queries.startFollowing(tx, clientId, names))) return []
    const stored = await queries.selectFollowers(tx, clientId)
    return stored.flatMap((name) => followingOf(followers, name) ?? [])
  })

/** Followers run independently: one that fails does not delay the others. */
export const runFollowers = async (parts: Parts, clientId: string, signal: AbortSignal): Promise<void> => {
  const followings = await followingsOf(parts, clientId)
  if (followings.length === 0) return
  const failures: unknown[] = []
  for (const following of followings) {
    const error = await advance(parts, { ...following, clientId, isRebuilding: false }, signal)
    if (error !== undefined) failures.push(error)
  }
  await parts.database.asSystem('changes: what everybody has dealt with', (tx) =>
    queries.trimLog(tx, clientId, new Date(Date.now() - keepFor)),
  )
  if (failures.length > 0) throw failures[0]
}

/** Rebuilds one target of a follower, and brings it up to date. */
export const rebuildFollower = async (
  parts: Parts,
  { clientId, name }: { clientId: string; name: string },
  signal: AbortSignal,
): Promise<void> => {
  const following = followingOf(parts.followers, name)
  if (!following) return
  const error = await advance(parts, { ...following, clientId, isRebuilding: true }, signal)
  if (error !== undefined) throw error
}
