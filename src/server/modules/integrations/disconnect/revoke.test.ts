// Disconnecting does not wait for the vendor: our access ends there in the background, as soon as the vendor answers.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { deleteIntegration } from '#contract/integrations/integrations.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { integrationJobs } from '../jobs.ts'

let stage: Stage
let maya: TestUser
let facebook: Stage['sandbox']['installed'][number]
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  maya = await stage.signUp({ company: 'Harbor Light' })
  const installed = stage.sandbox.installed.find(({ vendor }) => vendor.prefix === 'facebook')
  if (!installed) throw new Error('There is no Facebook')
  facebook = installed
})
afterEach(() => facebook.faults.clear())
afterAll(() => stage.close())

interface Waiting {
  data: Record<string, unknown>
  /** Seconds until it is due. */
  pause: number
}

/** Takes the waiting attempt out of the queue. */
const takeAttempt = (): Promise<Waiting | undefined> =>
  stage.world.database.asSystem('test: take an attempt', async (tx) => {
    const { rows } = await sql<Waiting>`
      delete from pgboss.job where name = 'integration.revoke' and state = 'created'
      returning data, extract(epoch from start_after - now())::float8 as pause`.execute(tx)
    return rows[0]
  })

const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })

/** Runs an attempt like a worker. Returns how long it had to wait; undefined if there was none. */
const attempt = async (): Promise<number | undefined> => {
  const waiting = await takeAttempt()
  const { database, dispatcher, vendors } = stage.world
  const job = integrationJobs({ database, dispatcher, vendors, log }).find((bound) => bound.job.name === 'integration.revoke')
  if (waiting) await job?.handle(waiting.data, new AbortController().signal)
  return waiting?.pause
}

const disconnected = async (name: string) => {
  const { account } = facebook.admin.createAccount({ name })
  const login = { id: account, name, connect: {} }
  const source = await connect(maya, 'facebook', login)
  const disconnect = (query: { erase?: 'now' } = {}) => maya.call(deleteIntegration, { params: { id: source.id }, query })
  return { account, login, source, disconnect }
}

const isRevoked = (account: string): boolean => {
  const rows = stage.sandbox.store.all('select revoked from token where vendor = ? and account = ?', 'facebook', account)
  return rows.length > 0 && rows.every(({ revoked }) => revoked === 1)
}

const grantsLeft = () =>
  stage.world.database.asSystem('test: which tokens are kept', async (tx) => {
    const { rows } =
      await sql`select id from integration_secret where id not in (select grant_id from integration_access)`.execute(tx)
    return rows.length
  })

const actionsOn = async (id: string) => {
  const query = { object_type: 'integration', object_id: id, limit: 100 }
  return (await maya.call(listAudit, { query })).body.items.map(({ action }) => action)
}

describe('A disconnected source', () => {
  it('is revoked at the vendor by the worker; its tokens are deleted with that, and the audit log records it', async () => {
    const { account, source, disconnect } = await disconnected('Calm')
    expect((await disconnect()).status).toBe(200)
    expect([isRevoked(account), await grantsLeft()]).toEqual([false, 1])
    expect(await attempt()).toBeLessThanOrEqual(0)
    expect([isRevoked(account), await grantsLeft()]).toEqual([true, 0])
    expect((await actionsOn(source.id))[0]).toBe('integration.revoked')
    expect(await attempt()).toBeUndefined()
  })

  it('answers immediately while the vendor is slow: the vendor is not called before the answer', async () => {
    const { disconnect } = await disconnected('Slow')
    facebook.faults.add({ kind: 'slow', ms: 600_000, path: '/me/permissions' })
    const callsBefore = facebook.faults.log.length
    expect((await disconnect()).status).toBe(200)
    expect(facebook.faults.log.slice(callsBefore)).toEqual([])
    facebook.faults.clear()
    await attempt()
  })

  it.each(['outage', 'throttle'] as const)('is retried after %s, once for each attempt, until it works', async (kind) => {
    const { account, source, disconnect } = await disconnected(`Troubled by ${kind}`)
    await disconnect()
    logged.length = 0
    facebook.faults.add({ kind, path: '/me/permissions' })
    const callsBefore = facebook.faults.log.length
    await attempt()
    expect([isRevoked(account), await grantsLeft()]).toEqual([false, 1])
    expect(facebook.faults.log.slice(callsBefore).length).toBeLessThanOrEqual(1)
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { provider: 'facebook', attempt: 1, isOver: false, msg: 'our access was not revoked at a vendor' },
    ])
    expect(logged.join('')).not.toMatch(new RegExp(`${maya.email}|${maya.user.clientId}|example\\.com`))
    facebook.faults.clear()
    expect(await attempt()).toBeGreaterThan(50)
    expect([isRevoked(account), await grantsLeft()]).toEqual([true, 0])
    expect((await actionsOn(source.id))[0]).toBe('integration.revoked')
  })

  it("is done when the vendor's answer was lost: at the next attempt the vendor no longer knows our tokens", async () => {
    const { account, source, disconnect } = await disconnected('Half heard')
    await disconnect()
    facebook.faults.add({ kind: 'drop', path: '/me/permissions', times: 1 })
    await attempt()
    expect([isRevoked(account), await grantsLeft()]).toEqual([true, 1])
    await attempt()
    expect([await grantsLeft(), (await actionsOn(source.id))[0]]).toEqual([0, 'integration.revoked'])
  })

  it('is given up after eight attempts with growing pauses; then the tokens are deleted', async () => {
    const { account, source, disconnect } = await disconnected('Gone')
    await disconnect({ erase: 'now' })
    facebook.faults.add({ kind: 'outage', path: '/me/permissions' })
    const pauses: number[] = []
    for (let pause = await attempt(); pause !== undefined; pause = await attempt()) pauses.push(Math.round(pause / 60))
    expect(pauses.slice(1)).toEqual([1, 5, 30, 120, 360, 720, 1440])
    expect([isRevoked(account), await grantsLeft()]).toEqual([false, 0])
    expect((await actionsOn(source.id))[0]).toBe('integration.revoke_failed')
  })

  it('is not revoked once it is reconnected', async () => {
    const { account, login, disconnect } = await disconnected('Back again')
    await disconnect()
    await connect(maya, 'facebook', login)
    await attempt()
    expect(isRevoked(account)).toBe(false)
  })

  it('keeps its tokens sealed meanwhile, and no session uses them', async () => {
    const { disconnect } = await disconnected('Sealed')
    await disconnect()
    const { rows } = await stage.world.database.asSystem('test: what is kept', (tx) =>
      sql<{
        access_sealed: string
      }>`select access_sealed from integration_secret where id not in (select grant_id from integration_access)`.execute(tx),
    )
    const tokens = stage.sandbox.store.all('select access, refresh from token').flatMap((row) => Object.values(row).map(String))
    expect(rows).toHaveLength(1)
    expect(tokens.filter((token) => rows[0]?.access_sealed.includes(token))).toEqual([])
    const waiting = await takeAttempt()
    expect(tokens.filter((token) => JSON.stringify(waiting?.data).includes(token))).toEqual([])
  })
})
