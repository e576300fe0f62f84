import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications } from '#contract/notifications.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { defineActs } from './model.ts'
import { record, recordAll } from './service.ts'

let world: World
let maya: TestUser
let uma: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
})
afterAll(() => world.close())

const sent: string[] = []
const acts = defineActs({
  'user.suspended': {
    event: 'user.suspended',
    audit: { object: 'user' },
    live: ['users'],
    notify: { kind: 'user.suspended', to: ['admins', 'user'] },
    email: async (_tx: Tx, _dispatcher, { to }: { to: string }) => void sent.push(to),
  },
  'user.renamed': { audit: { object: 'user', action: 'user.updated' } },
})

const topicsOf = (clientId: string): Promise<string[]> =>
  world.database.asSystem('test: what open screens load again', async (tx) => {
    const { rows } = await sql<{ topic: string }>`select topic from live_event where client_id = ${clientId}`.execute(tx)
    return rows.map(({ topic }) => topic)
  })

describe('Recording an act [ADMIN-04]', () => {
  it('does everything that is declared for it, in one transaction', async () => {
    const { clientId, id } = maya.user
    await world.database.asSystem('test: an act', (tx) =>
      record(tx, acts['user.suspended'], {
        clientId,
        by: { origin: 'user', actor: maya.email },
        object: { id: uma.user.id, name: uma.email },
        before: { status: 'ACTIVE' },
        after: { status: 'SUSPENDED' },
        reason: 'She is away',
        dispatcher: world.dispatcher,
        email: { to: uma.email },
        notice: { about: uma.user.id, change: newId(), data: { name: 'Uma' }, except: id },
      }),
    )
    const [event] = (await maya.call(listEvents, { query: {} })).body.items
    expect(event).toMatchObject({ event: 'user.suspended', origin: 'user', actor: maya.email, object: uma.email })
    const [entry] = (await maya.call(listAudit, { query: {} })).body.items
    expect(entry).toMatchObject({
      action: 'user.suspended',
      objectType: 'user',
      objectId: uma.user.id,
      diff: { status: ['ACTIVE', 'SUSPENDED'] },
      reason: 'She is away',
      actorKind: 'system',
    })
    expect((await uma.call(listNotifications)).body.items[0]).toMatchObject({ kind: 'user.suspended', data: { name: 'Uma' } })
    expect((await maya.call(listNotifications)).body.items.filter(({ kind }) => kind === 'user.suspended')).toEqual([])
    expect(sent).toEqual([uma.email])
    expect(await topicsOf(clientId)).toEqual(expect.arrayContaining(['events', 'users', 'notifications']))
  })

  it('leaves nothing behind if its transaction fails', async () => {
    const { clientId } = maya.user
    const before = (await maya.call(listAudit, { query: {} })).body.total
    const failing = world.database.asSystem('test: an act that fails', async (tx) => {
      await record(tx, acts['user.renamed'], { clientId, object: { id: uma.user.id } })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await maya.call(listAudit, { query: {} })).body.total).toBe(before)
  })

  it('uses another action in the audit log if declared, and records nothing there if nothing changed', async () => {
    const { clientId } = maya.user
    await world.database.asSystem('test: two acts', (tx) =>
      recordAll(tx, acts['user.renamed'], [
        { clientId, object: { id: uma.user.id }, after: { role: 'user' } },
        { clientId, object: { id: maya.user.id }, isAudited: false },
      ]),
    )
    const [entry, earlier] = (await maya.call(listAudit, { query: {} })).body.items
    expect([entry?.action, entry?.objectId]).toEqual(['user.updated', uma.user.id])
    expect(earlier?.action).not.toBe('user.updated')
  })

  it('appends to the audit log at the very end of the transaction, in any order of the calls', async () => {
    const { clientId } = maya.user
    const rows = await world.database.asSystem('test: before the end', async (tx) => {
      await record(tx, acts['user.renamed'], { clientId, object: { id: uma.user.id } })
      const { rows: entries } = await sql`select 1 from audit_entry where client_id = ${clientId} and at >= now()`.execute(tx)
      return entries.length
    })
    expect(rows).toBe(0)
  })
})
