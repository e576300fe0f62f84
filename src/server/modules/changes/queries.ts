import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Change, ChangeKind, LoggedChange } from './model.ts'

/** Takes this many numbers, and makes other transactions that change rows of the client wait until this one ends. */
export const advanceHead = async (tx: Tx, clientId: string, count: number): Promise<{ lastSeq: number; isFollowed: boolean }> => {
  const { last_seq: lastSeq, is_followed: isFollowed } = await tx
    .insertInto('change_head')
    .values({ client_id: clientId, last_seq: count })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ last_seq: sql`change_head.last_seq + excluded.last_seq` }),
    )
    .returning(['last_seq', 'is_followed'])
    .executeTakeFirstOrThrow()
  return { lastSeq, isFollowed }
}

export const insertChanges = async (
  tx: Tx,
  { clientId, dataSourceId, at }: { clientId: string; dataSourceId: string; at: Date },
  changes: readonly (Change & { seq: number })[],
): Promise<void> => {
  const rows = changes.map(({ seq, object, kind, ids }) => ({
    client_id: clientId,
    seq,
    at,
    data_source_id: dataSourceId,
    object,
    kind,
    ids: [...ids],
  }))
  await tx.insertInto('change_log').values(rows).execute()
}

export const selectLastSeq = async (tx: Tx, clientId: string): Promise<number | undefined> =>
  (await tx.selectFrom('change_head').select('last_seq').where('client_id', '=', clientId).executeTakeFirst())?.last_seq

/** Waits for transactions that are changing rows of the client. */
export const awaitLastSeq = async (tx: Tx, clientId: string): Promise<number | undefined> =>
  (await tx.selectFrom('change_head').select('last_seq').where('client_id', '=', clientId).forShare().executeTakeFirst())
    ?.last_seq

/** The next changes in order, up to the number that is handled at once. */
export const selectChanges = async (tx: Tx, clientId: string, after: number, limit: number): Promise<LoggedChange[]> => {
  const rows = await tx
    .selectFrom('change_log')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, at, data_source_id: dataSourceId, object, kind, ids }) => ({
    seq,
    at,
    dataSourceId,
    object,
    kind: kind as ChangeKind,
    ids,
  }))
}

/** Starts writing the log. False: nothing of this client was ever changed. */
export const startFollowing = async (tx: Tx, clientId: string, names: readonly string[]): Promise<boolean> => {
  const known = await tx.selectFrom('change_follower').select('name').where('client_id', '=', clientId).execute()
  const missing = names.filter((name) => !known.some((row) => row.name === name))
  if (missing.length === 0) return true
  const head = await tx
    .updateTable('change_head')
    .set({ is_followed: true })
    .where('client_id', '=', clientId)
    .returning('client_id')
    .executeTakeFirst()
  if (!head) return false
  const rows = missing.map((name) => ({ client_id: clientId, name, seq: -1 }))
  await tx
    .insertInto('change_follower')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export const selectFollowers = async (tx: Tx, clientId: string): Promise<string[]> => {
  const rows = await tx.selectFrom('change_follower').select('name').where('client_id', '=', clientId).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Before the head, as whoever follows does: the head would be locked for as long as a rebuild takes. */
const lockStored = (tx: Tx, clientId: string, name: string) =>
  sql`select from change_follower where client_id = ${clientId} and name = ${name} for update`.execute(tx)

/** Starts writing the log, for a follower that is rebuilt first. One that exists is rebuilt too. */
export const restartFollower = async (tx: Tx, clientId: string, name: string): Promise<void> => {
  await lockStored(tx, clientId, name)
  await sql`insert into change_head (client_id, last_seq, is_followed) values (${clientId}, 1, true)
    on conflict (client_id) do update set is_followed = true`.execute(tx)
  await sql`insert into change_follower (client_id, name, seq) values (${clientId}, ${name}, -1)
    on conflict (client_id, name) do update set seq = -1, failures = 0, retry_at = null, error = null`.execute(tx)
}

/** Nothing is logged for a client without followers. */
export const deleteFollower = async (tx: Tx, clientId: string, name: string): Promise<void> => {
  await lockStored(tx, clientId, name)
  // Whoever adds a follower at the same time comes before or after.
  await sql`select from change_head where client_id = ${clientId} for update`.execute(tx)
  await sql`delete from change_follower where client_id = ${clientId} and name = ${name}`.execute(tx)
  await sql`update change_head set is_followed = false where client_id = ${clientId}
    and not exists (select from change_follower where client_id = ${clientId})`.execute(tx)
}

/** Where a follower is; undefined: another worker is at it, or it failed and pauses. Locked until this transaction ends. */
export const lockFollower = async (tx: Tx, clientId: string, name: string): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('change_follower')
    .select('seq')
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .where((row) => row.or([row('retry_at', 'is', null), row('retry_at', '<=', sql<Date>`now()`)]))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.seq
}

export const moveFollower = async (tx: Tx, clientId: string, name: string, seq: number): Promise<void> => {
  await tx
    .updateTable('change_follower')
    .set({ seq, failures: 0, retry_at: null, error: null })
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .execute()
}

/** The pause doubles with each failure, from 5 seconds up to an hour. */
export const pauseFollower = async (tx: Tx, clientId: string, name: string, error: string): Promise<void> => {
  const before = await tx
    .selectFrom('change_follower')
    .select('failures')
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .executeTakeFirst()
  const failures = before?.failures ?? 0
  await tx
    .updateTable('change_follower')
    .set({
      failures: failures + 1,
      retry_at: new Date(Date.now() + Math.min(3_600_000, 5000 * 2 ** Math.min(failures, 10))),
      error,
    })
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .execute()
}

export const selectFollowerCounts = async (tx: Tx): Promise<{ failing: number; behind: number }> => {
  const { rows } = await sql<{ failing: number; behind: number }>`
    select count(*) filter (where failures > 0) as failing, count(*) filter (where follower.seq < head.last_seq) as behind
    from change_follower follower join change_head head on head.client_id = follower.client_id`.execute(tx)
  return rows[0] ?? { failing: 0, behind: 0 }
}

/**
 * Deletes what every follower has dealt with, those included that only another version of the product knows, and what is older than that:
 * a follower that has not come so far is rebuilt.
 */
export const trimLog = async (tx: Tx, clientId: string, olderThan: Date): Promise<void> => {
  await sql`delete from change_log where client_id = ${clientId} and (at < ${olderThan} or seq <= (
    select min(seq) from change_follower where client_id = ${clientId}))`.execute(tx)
}

interface Batch {
  /** The last client of the batch before. */
  after: string | undefined
  limit: number
}

/** Clients of whom one of these followers is missing, or any is behind and does not pause. */
export const selectBehind = async (tx: Tx, names: readonly string[], { after, limit }: Batch): Promise<string[]> => {
  const { rows } = await sql<{ client_id: string }>`
    select client_id from change_head head
    where (${after ?? null}::uuid is null or client_id > ${after ?? null}::uuid)
      and (${names.length}::integer > (
          select count(*) from change_follower follower
          where follower.client_id = head.client_id and follower.name = any(${names}::text[]))
        or exists (select from change_follower follower
          where follower.client_id = head.client_id and (follower.name = any(${names}::text[]) or strpos(follower.name, '/') > 0)
            and follower.seq < head.last_seq and (follower.retry_at is null or follower.retry_at <= now())))
    order by client_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.client_id)
}
