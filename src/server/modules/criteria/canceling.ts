import type { Context } from '#server/platform/http/context.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { cancelStatement, selectProcess } from './cancel-queries.ts'

export interface Stop extends Pick<Context, 'inClient'> {
  signal: AbortSignal
}

/**
 * Stops the statements of a transaction when nobody waits for their result any more. `inClient` opens a second
 * connection for that. The first one is not given back before the cancellation has arrived, so it never meets the
 * statement of somebody else.
 */
export const stopWhenAborted = async <T>(tx: Tx, { signal, inClient }: Stop, work: () => Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  const pid = await selectProcess(tx)
  let arrived: Promise<void> | undefined
  const cancel = (): void => {
    // If it fails, the statement ends by its time limit.
    arrived = inClient((other) => cancelStatement(other, pid)).catch(() => {})
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    signal.removeEventListener('abort', cancel)
    await arrived
  }
}
