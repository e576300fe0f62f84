import type { PgBoss } from 'pg-boss'

const everyMs = 1000

const dueQueues = `
  select q.name from unnest($1::text[]) as q (name)
  where exists (
    select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

export interface DueClock {
  /** Checks immediately: a worker is free again. */
  look(): void
  stop(): Promise<void>
}

/**
 * Wakes workers for jobs that become due without a notification: those that start later, and those that waited for a
 * free worker. One statement a second for all workers of this process, instead of one for each of them.
 */
export const startDueClock = (boss: PgBoss, names: readonly string[], onError: (error: Error) => void): DueClock => {
  let looking: Promise<void> | undefined
  let isRequestedAgain = false
  let isFailing = false

  const wakeWorkers = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(dueQueues, [names])
    if (rows.length === 0) return
    const due = new Set(rows.map(({ name }: { name: string }) => name))
    for (const { id, name } of boss.getWipData()) if (due.has(name)) boss.notifyWorker(id)
  }

  /** A database that does not respond is reported once, not every second. */
  const tryToWake = async (): Promise<void> => {
    try {
      await wakeWorkers()
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error as Error)
      isFailing = true
    }
  }

  const checkWhileRequested = async (): Promise<void> => {
    do {
      isRequestedAgain = false
      await tryToWake()
    } while (isRequestedAgain)
    looking = undefined
  }

  const look = (): void => {
    isRequestedAgain = true
    looking ??= checkWhileRequested()
  }

  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    look,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
