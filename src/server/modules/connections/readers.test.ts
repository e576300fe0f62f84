import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelConnection, getConnection } from '#contract/connections/connections.ts'
import { compareVersions, getCriteria, requestChanges } from '#contract/connections/agreements.ts'
import { listReceipts } from '#contract/connections/sharing.ts'
import { maskName } from '#server/platform/masks.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { hashOf } from '../receipts/hash.ts'
import { finishReceipt } from '../receipts/queries.ts'
import { beginReceipt } from '../receipts/service.ts'
import { connectPair, lookAt, openAgency, send } from './testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
})
afterAll(() => world.close())

const file = (userId: string) => ({ what: 'CSV file with 2 contacts', userId, when: new Date().toISOString() })

/** A receipt that names a file of each of these users. */
const saveReceipt = (accounts: readonly TestUser[], connectionId: string, exporters: readonly TestUser[]) =>
  world.database.asSystem('test: something was erased', async (tx) => {
    const [clientIds, at] = [accounts.map(({ user }) => user.clientId), new Date()]
    const id = await beginReceipt(tx, { connectionId, clientIds, kind: 'narrowed', version: 2, at })
    const cannotRecall = exporters.map(({ user }) => file(user.id))
    const times = { startedAt: at.toISOString(), finishedAt: at.toISOString() }
    const hash = hashOf({ id, kind: 'narrowed', version: 2, ...times, stores: [], cannotRecall })
    for (const clientId of clientIds)
      await finishReceipt(tx, { clientId, connectionId, id }, { stores: [], cannotRecall, hash, at })
    return { id, hash }
  })

describe('Who reads receipts [USER-02] [USER-08]', () => {
  it('admins of both accounts all of them; users of the agency of their own files; users of the company none', async () => {
    const { ana, priya, id } = await connectPair(world)
    const [uma, leo] = [await joinTeam(world, ana, { name: 'Uma' }), await joinTeam(world, ana, { name: 'Leo' })]
    const ben = await joinTeam(world, ana, { name: 'Ben', companies: [] })
    const [emil, ravi] = [
      await joinTeam(world, priya, { name: 'Emil' }),
      await joinTeam(world, priya, { name: 'Ravi', role: 'admin' }),
    ]
    const { hash } = await saveReceipt([ana, priya], id, [ana, uma])
    await saveReceipt([ana, priya], id, [ana])
    const read = (user: TestUser) => user.call(listReceipts, { params: { id }, query: {} })

    for (const user of [ana, priya, ravi]) {
      const { body } = await read(user)
      expect(body.total).toBe(2)
      expect(body.items[1]).toMatchObject({ hash, cannotRecall: [{ who: 'Ana Whitfield' }, { who: 'Uma Okafor' }] })
    }
    const { body: own } = await read(uma)
    expect(own).toMatchObject({ total: 1, items: [{ hash: null, cannotRecall: [{ who: 'Uma Okafor', userId: uma.user.id }] }] })
    expect(JSON.stringify(own)).not.toContain('Ana')
    expect((await read(leo)).body).toEqual({ items: [], total: 0 })
    expect((await read(ben)).status).toBe(404)
    expect((await read(emil)).status).toBe(403)
    expect((await read(await openAgency(world))).status).toBe(404)
  })

  it('staff those of the account that they name, without names of users', async () => {
    const { ana, priya, id } = await connectPair(world)
    const { hash } = await saveReceipt([ana, priya], id, [ana])
    const sol = await signUpStaff(world, 'Tributary receipts')
    const read = (user: TestUser, query: { client_id?: string }) => user.call(listReceipts, { params: { id }, query })
    expect((await read(sol, {})).status).toBe(404)
    for (const { user } of [ana, priya])
      expect((await read(sol, { client_id: user.clientId })).body).toMatchObject({
        total: 1,
        items: [{ hash, cannotRecall: [{ who: maskName('Ana Whitfield') }] }],
      })
    for (const user of [await openAgency(world), ana])
      expect((await read(user, { client_id: priya.user.clientId })).status).toBe(404)
  })
})

describe('What staff read of an agreement [ADMIN-01]', () => {
  it('is what the agency reads, without starting its review: versions in words and what changed, but neither names nor what the two wrote', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id, criteria } = pair
    await send(pair, criteria)
    await ana.call(requestChanges, { params: { id }, body: { text: 'Please add radio leads.' } })
    await send(pair, { ...criteria, type_of_data: 'OUTCOMES' })
    const sol = await signUpStaff(world, 'Tributary criteria')
    const outsider = await openAgency(world)
    for (const { user } of [ana, priya]) {
      const query = { client_id: user.clientId }
      const { body } = await sol.call(getCriteria, { params: { id }, query })
      expect(body.comments).toEqual([])
      expect(body.versions).toMatchObject([
        { version: 2, state: 'submitted', criteria: null, by: null },
        { version: 1, state: 'returned', criteria: null, by: null },
      ])
      const versions = { from: '1', to: '2' }
      const { body: compared } = await sol.call(compareVersions, { params: { id }, query: { ...versions, ...query } })
      expect(compared.changes.length).toBeGreaterThan(0)
      expect((await outsider.call(getCriteria, { params: { id }, query })).status).toBe(404)
      expect((await outsider.call(compareVersions, { params: { id }, query: { ...versions, ...query } })).status).toBe(404)
    }
    expect((await sol.call(getCriteria, { params: { id }, query: {} })).status).toBe(404)
    expect((await lookAt(priya, id)).status).toBe('wait for approval')
  })

  it('is not why one account ended it', async () => {
    const { ana, priya, id } = await connectPair(world)
    await ana.call(cancelConnection, { params: { id }, body: { reason: 'We lost the contract.' } })
    const sol = await signUpStaff(world, 'Tributary reasons')
    const { body } = await sol.call(getConnection, { params: { id }, query: { client_id: priya.user.clientId } })
    expect(body).toMatchObject({ state: 'CANCELED', reason: null, message: null })
    expect((await lookAt(priya, id)).reason).toBe('We lost the contract.')
  })
})
