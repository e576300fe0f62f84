import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { listFailedJobs, retryFailedJob } from '#contract/jobs.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld } from '#server/testing/world.ts'
import { connectionOf } from '../db/connection.ts'
import { createLog } from '../log.ts'
import { newId } from '../ids.ts'
import { defineJob, handleJob, type BoundJob } from './define-job.ts'
import { startQueue, type Queue } from './queue.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.close())

const log = pino({ level: 'silent' })
const startUntil = async (
  atEnd: typeof onTestFinished,
  jobs: BoundJob[],
  settings: { work?: boolean; alone?: boolean } = {},
): Promise<Queue> => {
  const queue = await startQueue({ location: store.location, log, jobs, work: true, alone: false, ...settings })
  atEnd(() => queue.stop())
  return queue
}
const start = (jobs: BoundJob[], settings: { work?: boolean; alone?: boolean } = {}): Promise<Queue> =>
  startUntil(onTestFinished, jobs, settings)

const jobOf = (name: string, stubbornness: { retries?: number } = {}) =>
  defineJob({ name, data: z.object({ n: z.number() }), retries: 2, retryDelay: 1, ...stubbornness })
type TestJob = ReturnType<typeof jobOf>

const handIn = (queue: Queue, job: TestJob, n: number, clientId?: string) =>
  store.database.asSystem('test: hand work in', (tx) => queue.enqueue(tx, job, { n }, clientId === undefined ? {} : { clientId }))
const statesOf = async (job: TestJob): Promise<string[]> => {
  const { rows } = await store.database.asSystem('test: look', (tx) =>
    sql<{ state: string }>`select state::text from pgboss.job where name = ${job.name} order by created_on`.execute(tx),
  )
  return rows.map(({ state }) => state)
}
const becomes = (job: TestJob, states: string[]) =>
  eventually(async () => {
    const now = await statesOf(job)
    return now.join() === states.join() ? now : undefined
  })

describe('An enqueued job', () => {
  it('exists exactly if its transaction was committed', async () => {
    const job = jobOf('test.kept')
    const done: number[] = []
    const queue = await start([handleJob(job, async ({ n }) => void done.push(n))])
    const failed = store.database.asSystem('test', async (tx) => {
      await queue.enqueue(tx, job, { n: 1 })
      throw new Error('changed its mind')
    })
    await expect(failed).rejects.toThrow('changed its mind')
    await handIn(queue, job, 2)
    await becomes(job, ['completed'])
    expect(done).toEqual([2])
  })

  it('is refused if its data is invalid', async () => {
    const job = jobOf('test.shape')
    const queue = await start([handleJob(job, async () => {})])
    await expect(handIn(queue, job, 'two' as never)).rejects.toThrow(/expected number/)
    expect(await statesOf(job)).toEqual([])
  })

  it('is done once, with any number of workers', async () => {
    const job = jobOf('test.once')
    const done: number[] = []
    const bound = handleJob(job, async ({ n }) => void done.push(n))
    const [queue] = [await start([bound]), await start([bound])]
    await Promise.all(Array.from({ length: 20 }, (_, n) => handIn(queue, job, n)))
    await becomes(
      job,
      Array.from({ length: 20 }, () => 'completed'),
    )
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('waits once under one key', async () => {
    const job = { ...jobOf('test.single'), onePerKey: true as const }
    const queue = await start([handleJob(job, async () => {})], { work: false })
    await store.database.asSystem('test', async (tx) => {
      for (const n of [1, 2, 3]) await queue.enqueue(tx, job, { n }, { key: 'sync 7' })
      await queue.enqueue(tx, job, { n: 4 }, { key: 'sync 8' })
    })
    expect(await statesOf(job)).toEqual(['created', 'created'])
    await expect(handIn(queue, job, 5)).rejects.toThrow('A key and onePerKey belong together: test.single')
  })

  it("uses this version's options, not an earlier one's", async () => {
    await start([handleJob(jobOf('test.changed', { retries: 1 }), async () => {})], { work: false })
    const job = jobOf('test.changed', { retries: 5 })
    const queue = await start([handleJob(job, async () => {})], { work: false })
    await handIn(queue, job, 1)
    const { rows } = await store.database.asSystem('test', (tx) =>
      sql`select retry_limit from pgboss.job where name = 'test.changed'`.execute(tx),
    )
    expect(rows).toEqual([{ retry_limit: 5 }])
  })

  it('may be enqueued by a request, which cannot read or change other jobs', async () => {
    const job = jobOf('test.request')
    const queue = await start([handleJob(job, async () => {})], { work: false })
    const clientId = newId()
    await store.database.inClient(clientId, (tx) => queue.enqueue(tx, job, { n: 1 }, { clientId }))
    expect(await statesOf(job)).toEqual(['created'])
    const client = new pg.Client(connectionOf(store.location, 'app_rw'))
    await client.connect()
    onTestFinished(() => client.end())
    for (const statement of ['select data from pgboss.job', 'update pgboss.job set data = null', 'delete from pgboss.job'])
      await expect(client.query(statement)).rejects.toThrow(/permission denied/)
  })
})

describe('A failing job', () => {
  it('does not delay others of its batch', async () => {
    const job = jobOf('test.together', { retries: 0 })
    const bound = handleJob(job, async ({ n }) => {
      if (n === 1) throw new Error('only this one')
    })
    const queue = await start([bound], { work: false })
    for (const n of [0, 1, 2]) await handIn(queue, job, n)
    await start([bound])
    expect(await becomes(job, ['completed', 'failed', 'completed'])).toHaveLength(3)
  })
})

describe('The connections of the queue', () => {
  const connections = async (): Promise<number> => {
    const { rows } = await store.database.asSystem('test: look', (tx) =>
      sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and query like '%pgboss%' and pid <> pg_backend_pid()`.execute(tx),
    )
    return rows[0]?.count ?? 0
  }
  const many = () => Array.from({ length: 20 }, (_, n) => handleJob(jobOf(`test.many${n}`), async () => {}))

  it('are as many as its pollers need, so that none waits in vain on a busy machine', async () => {
    await start(many())
    expect(await eventually(async () => ((await connections()) > 4 ? true : undefined))).toBe(true)
  })

  it('may break: that is logged in one line, and jobs continue', async () => {
    const lines: { level: number; msg: string; err?: object }[] = []
    const listening = createLog(
      { level: 'warn' },
      { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    )
    const job = jobOf('test.broken')
    const done: number[] = []
    const queue = await startQueue({
      location: store.location,
      log: listening,
      jobs: [handleJob(job, async ({ n }) => void done.push(n))],
      work: true,
      alone: false,
    })
    onTestFinished(() => queue.stop())
    const breakAll = () =>
      store.database.asSystem('test: break connections', (tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = current_user and query like '%pgboss%' and pid <> pg_backend_pid()`.execute(
          tx,
        ),
      )
    await eventually(async () => {
      await breakAll()
      return lines.length > 0 ? true : undefined
    })
    await handIn(queue, job, 7)
    await eventually(async () => (done.length === 1 ? true : undefined))
    expect(lines.map(({ level }) => level)).not.toContain(50)
    expect(lines.filter(({ err }) => err !== undefined)).toEqual([])
    expect(new Set(lines.map(({ msg }) => msg))).toEqual(
      new Set(['the job queue could not reach the database and will try again']),
    )
  })
})

describe('A client with very many jobs', () => {
  it('has two at a time; the others come in between', async () => {
    const job = jobOf('test.fair')
    const [flood, small] = [newId(), newId()]
    const started: string[] = []
    let running = 0
    let most = 0
    const waiting: (() => void)[] = []
    const handle = handleJob(job, async ({ n }) => {
      started.push(n < 100 ? 'flood' : 'small')
      if (n >= 100) return
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => waiting.push(resolve))
      running -= 1
    })
    const queue = await start([handle], { work: false })
    for (let n = 0; n < 30; n += 1) await handIn(queue, job, n, flood)
    await handIn(queue, job, 100, small)
    await start([handle])
    // The flood pauses until the small one was served, which would never happen if it had to wait for its turn.
    await eventually(async () => (started.includes('small') ? true : undefined))
    expect(started.filter((whose) => whose === 'flood').length).toBeLessThanOrEqual(2)
    await eventually(async () => {
      waiting.splice(0).forEach((goOn) => goOn())
      return started.length === 31 ? true : undefined
    })
    await becomes(
      job,
      Array.from({ length: 31 }, () => 'completed'),
    )
    expect(most).toBe(2)
  })
})

describe('A deferred job', () => {
  it('keeps its position: when it is due, it goes before jobs that have not begun', async () => {
    const job = defineJob({ ...jobOf('test.place'), onePerKey: true, isLong: true })
    const started: number[] = []
    const ends: (() => void)[] = []
    const handle = handleJob(job, async ({ n }) => {
      started.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
    const queue = await start([handle], { work: false })
    const send = (n: number, options = {}) =>
      store.database.asSystem('test: work', (tx) => queue.enqueue(tx, job, { n }, { key: String(n), ...options }))
    for (let n = 0; n < 30; n += 1) await send(n)
    await send(100, { keepsPlace: true })
    await start([handle])
    await eventually(async () => (started.length >= 8 ? true : undefined))
    expect(started).toContain(100)
    await eventually(async () => {
      ends.splice(0).forEach((end) => end())
      return started.length === 31 ? true : undefined
    })
  })
})

const killedJob = jobOf('test.killed')

/** Another process that takes the job and never finishes it. */
const takeAndDie = async (atEnd: typeof onTestFinished) => {
  const program = `
    import { z } from 'zod'
    import { pino } from 'pino'
    import { startQueue } from ${JSON.stringify(join(import.meta.dirname, 'queue.ts'))}
    import { defineJob, handleJob } from ${JSON.stringify(join(import.meta.dirname, 'define-job.ts'))}
    const job = defineJob({ name: 'test.killed', data: z.object({ n: z.number() }), retries: 2, retryDelay: 1 })
    const handle = () => { console.log('taken'); return new Promise(() => {}) }
    await startQueue({ location: ${JSON.stringify(store.location)}, log: pino({ level: 'silent' }), jobs: [handleJob(job, handle)], work: true, alone: false })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

describe('A killed worker', () => {
  it('leaves its job to the next start, which does it immediately if it is the only one', async () => {
    const done: number[] = []
    const bound = handleJob(killedJob, async ({ n }) => void done.push(n))
    const queue = await start([bound], { work: false })
    await handIn(queue, killedJob, 42)
    await takeAndDie(onTestFinished)
    expect(await statesOf(killedJob)).toEqual(['active'])
    await start([bound], { alone: true })
    await becomes(killedJob, ['completed'])
    expect(done).toEqual([42])
  })
})

describe('A scheduled job', () => {
  it('is stored with its schedule, and removed when it is no longer needed', async () => {
    const schedules = async () => {
      const { rows } = await store.database.asSystem('test', (tx) =>
        sql<{
          name: string
          cron: string
          timezone: string
        }>`select name, cron, timezone from pgboss.schedule order by name`.execute(tx),
      )
      return rows
    }
    const cleaning = handleJob(jobOf('test.clean'), async () => {}, '17 3 * * *')
    const first = await start([cleaning])
    expect(await schedules()).toEqual([{ name: 'test.clean', cron: '17 3 * * *', timezone: 'UTC' }])
    await first.stop()
    await start([handleJob(jobOf('test.clean'), async () => {})])
    expect(await schedules()).toEqual([])
  })
})

// These tests wait for seconds, so they run concurrently.
describe.concurrent('A job that keeps failing', () => {
  it('is retried with growing pauses, then given up where staff see it and can start it again', async ({
    onTestFinished: atEnd,
  }) => {
    const world = await startWorld()
    atEnd(() => world.close())
    const steward = await signUpStaff(world)
    const job = jobOf('test.stubborn', { retries: 1 })
    let isBroken = true
    const attempts: number[] = []
    const handle = handleJob(job, async ({ n }) => {
      attempts.push(n)
      if (isBroken) throw new Error('the vendor said no to maya@harbor.example.com')
    })
    const queue = await startQueue({ location: world.location, log, jobs: [handle], work: true, alone: false })
    atEnd(() => queue.stop())
    const clientId = newId()
    await world.database.asSystem('test', (tx) => queue.enqueue(tx, job, { n: 7 }, { clientId }))
    const failed = await eventually(async () => (await steward.call(listFailedJobs)).body.items[0])
    expect(attempts).toEqual([7, 7])
    expect(failed).toMatchObject({ job: 'test.stubborn', clientId, attempts: 2, reason: 'the vendor said no to [hidden]' })
    isBroken = false
    const retried = await steward.call(retryFailedJob, { params: { id: failed.id } })
    expect([retried.status, retried.body]).toEqual([202, { queued: true }])
    await eventually(async () => (attempts.length === 3 ? true : undefined))
    await eventually(async () => ((await steward.call(listFailedJobs)).body.total === 0 ? true : undefined))
    expect((await steward.call(retryFailedJob, { params: { id: failed.id } })).status).toBe(404)
  })
})

describe.concurrent('A killed worker among others', () => {
  it('is noticed by the other workers, who take over its job', async ({ onTestFinished: atEnd }) => {
    const done: number[] = []
    const bound = handleJob(killedJob, async ({ n }) => void done.push(n))
    const queue = await startUntil(atEnd, [bound], { work: false })
    await handIn(queue, killedJob, 43)
    await takeAndDie(atEnd)
    await startUntil(atEnd, [bound])
    await becomes(killedJob, ['completed', 'completed'])
    expect(done).toEqual([43])
  })
})

describe.concurrent('The metrics', () => {
  it('count waiting, running and failed jobs by name', async ({ onTestFinished: atEnd }) => {
    const job = jobOf('test.counted')
    const queue = await startUntil(atEnd, [handleJob(job, async () => {})])
    await store.database.asSystem('test: work for later', (tx) => queue.enqueue(tx, job, { n: 1 }, { startAfterSeconds: 3600 }))
    const counted = await eventually(async () =>
      (await queue.counts()).find((one) => one.job === 'test.counted' && one.waiting > 0),
    )
    expect(counted).toEqual({ job: 'test.counted', waiting: 1, running: 0, failed: 0 })
  })
})
