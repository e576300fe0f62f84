// Changes between the moment of a call and the moment in which it gets its lock.
import { sql } from 'kysely'
import { lockClient } from '#server/modules/clients/service.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { eventually, type World } from './world.ts'

const isWaitedFor = async (tx: Tx): Promise<true | undefined> => {
  const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  return (await waiting.execute(tx)).rows.length > 0 ? true : undefined
}

interface Waiting<T> {
  clientId: string
  /** The account is locked, unless something else is given. */
  hold?: (tx: Tx) => Promise<unknown>
  call: () => Promise<T>
}

/** A call waits for a locked account; changes that are made meanwhile apply when it continues. */
export const whileWaiting = async <T>(
  { database }: Pick<World, 'database'>,
  { clientId, call, hold = (tx) => lockClient(tx, clientId) }: Waiting<T>,
  meanwhile: (tx: Tx) => Promise<unknown>,
): Promise<T> => {
  const { answer } = await database.asSystem('test: hold an account', async (tx) => {
    await hold(tx)
    const answer = call()
    await eventually(() => isWaitedFor(tx))
    await meanwhile(tx)
    return { answer }
  })
  return answer
}
