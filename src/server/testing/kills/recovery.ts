// How long a run pauses after a kill: from the kill to the next saved progress, or to its end.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openRunStatuses } from '#contract/syncs/runs.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Victim } from './installation.ts'

interface Seen {
  id: string
  isRunning: boolean
  token: string | null
  heartbeat: number
  leaseUntil: number
  finished: number
  /** A hash of all saved progress of a run. */
  place: string
}

interface Row {
  id: string
  status: string
  lease_token: string | null
  heartbeat_at: Date | null
  lease_until: Date | null
  finished_at: Date | null
  place: string
}

const timeOf = (time: Date | null): number => time?.getTime() ?? 0

const seenOf = ({ id, status, lease_token: token, place, ...times }: Row): Seen => ({
  id,
  isRunning: status === 'running',
  token,
  heartbeat: timeOf(times.heartbeat_at),
  leaseUntil: timeOf(times.lease_until),
  finished: timeOf(times.finished_at),
  place,
})

const look = async (database: Database, watched: readonly string[]): Promise<Map<string, Seen>> => {
  const { rows } = await database.asSystem('test: where runs are', (tx) =>
    sql<Row>`select id, status, lease_token, heartbeat_at, lease_until, finished_at,
      md5(concat_ws('|', status in ('done', 'done_with_rejects', 'failed', 'canceled'), phases, cursor, records, pages)) as place
      from sync_run where status = any(${[...openRunStatuses]}::text[]) or id = any(${[...watched]}::uuid[])`.execute(tx),
  )
  return new Map(rows.map((row) => [row.id, seenOf(row)]))
}

interface Wait {
  runId: string
  victim: Victim
  killedAt: number
  before: Seen
}

/** A live worker keeps its lease, or releases it before it ends. */
const livesOn = ({ victim, killedAt, before }: Wait, now: Seen): boolean => {
  if (victim !== 'worker') return false
  if (now.token === before.token) return now.heartbeat > killedAt
  return (now.finished || now.heartbeat) < before.leaseUntil
}

const wasOver = ({ killedAt }: Wait, { finished }: Seen): boolean => finished > 0 && finished <= killedAt

const wentOn = ({ killedAt, before }: Wait, now: Seen): boolean =>
  now.finished > killedAt || (now.heartbeat > killedAt && now.place !== before.place)

export interface Recovery {
  /** Runs that were processed a moment ago. */
  busy: () => number
  /** To be called immediately after the kill. */
  killed: (victim: Victim, at: number) => Promise<void>
  /** Seconds until each interrupted run continued. */
  seconds: Readonly<Record<Victim, number[]>>
  /** Runs that were interrupted again before they continued: these count from the last kill. */
  hitAgain: () => number
  close: () => Promise<void>
}

const lookEvery = 100
const busyWithin = 1500

export const watchRecovery = (database: Database): Recovery => {
  let waits: Wait[] = []
  let latest = new Map<string, Seen>()
  let hitAgain = 0
  const closing = new AbortController()
  const seconds: Record<Victim, number[]> = { worker: [], product: [], postmaster: [] }

  const goOn = (runId: string): void => {
    const its = waits.filter((wait) => wait.runId === runId).toSorted((one, other) => other.killedAt - one.killedAt)
    const [last] = its
    if (last) seconds[last.victim].push((Date.now() - last.killedAt) / 1000)
    hitAgain += its.length - 1
    waits = waits.filter((wait) => wait.runId !== runId)
  }
  const lookOnce = async (): Promise<void> => {
    const asked = new Set(waits)
    const found = await look(
      database,
      waits.map(({ runId }) => runId),
    )
    latest = found
    const isVoid = (wait: Wait): boolean => {
      const now = found.get(wait.runId)
      return asked.has(wait) && (!now || livesOn(wait, now) || wasOver(wait, now))
    }
    waits = waits.filter((wait) => !isVoid(wait))
    for (const wait of waits.filter((one) => asked.has(one))) {
      const now = found.get(wait.runId)
      if (now && wentOn(wait, now)) goOn(wait.runId)
      else if (now && now.heartbeat <= wait.killedAt) wait.before = now
    }
  }
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await lookOnce().catch(() => {})
      await pause(lookEvery)
    }
  }
  const looping = loop()

  return {
    seconds,
    hitAgain: () => hitAgain,
    busy: () =>
      [...latest.values()].filter(({ isRunning, heartbeat }) => isRunning && heartbeat > Date.now() - busyWithin).length,
    killed: async (victim, killedAt) => {
      // After the kill of a worker the database can be queried; after the others only earlier observations are left.
      if (victim === 'worker') await lookOnce().catch(() => {})
      const isNew = ({ id, token }: Seen): boolean =>
        victim !== 'worker' || !waits.some(({ runId, before }) => runId === id && before.token === token)
      const hit = [...latest.values()].filter((seen) => seen.isRunning && seen.heartbeat <= killedAt && isNew(seen))
      // Without a database no run can continue: all that waited, also for a set time, now wait for this one.
      const waiting = victim === 'worker' ? [] : waits.filter(({ runId }) => !hit.some(({ id }) => id === runId))
      waits.push(...waiting.map(({ runId, before }) => ({ runId, victim, killedAt, before })))
      waits.push(...hit.map((before) => ({ runId: before.id, victim, killedAt, before })))
    },
    close: async () => {
      closing.abort()
      await looping
    },
  }
}
