import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { compareVersions, discardCriteria, getCriteria, requestChanges } from '#contract/connections/agreements.ts'
import { joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { connectPair, lookAt, openAgency, saveDraft, send, sharePair } from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const discard = (user: TestUser, id: string, version?: number) =>
  user.call(discardCriteria, { params: { id }, body: version === undefined ? {} : { version } })

const statesOf = async (user: TestUser, id: string) =>
  (await user.call(getCriteria, { params: { id } })).body.versions.map(({ version, state }) => [version, state])

describe('A company discards the draft of what it shares [PARTNER-06]', () => {
  it('of a new connection: it starts from nothing, or from what the agency returned', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id, criteria } = pair
    expect((await discard(priya, id)).error.code).toBe('ACTION_NOT_ALLOWED')
    await saveDraft(priya, id, criteria)
    const hana = await joinTeam(world, priya, { name: 'Hana' })
    expect((await discard(hana, id)).status).toBe(403)
    expect((await discard(ana, id)).status).toBe(403)
    expect((await discard(priya, id, 99)).error.code).toBe('STALE_VERSION')
    expect((await lookAt(priya, id)).allowedActions).toContain('discard')
    const { body } = await discard(priya, id)
    expect(body).toMatchObject({ state: 'DRAFT', integration: null, typeOfData: null })
    expect(body.allowedActions).not.toContain('discard')
    expect(await statesOf(priya, id)).toEqual([])
    const { body: audit } = await priya.call(listAudit, { query: { limit: 1 } })
    expect(audit.items[0]).toMatchObject({ action: 'connection.criteria_discarded', objectId: id })

    await send(pair, criteria)
    expect((await discard(priya, id)).error.code).toBe('ACTION_NOT_ALLOWED')
    await ana.call(requestChanges, { params: { id }, body: { text: 'Please add radio leads.' } })
    await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    await discard(priya, id)
    expect(await statesOf(priya, id)).toEqual([[1, 'returned']])
  })

  it('of the next version: what is in force goes on, and the agency notices nothing', async () => {
    const { ana, priya, id, criteria } = await sharePair(world)
    await saveDraft(priya, id, { ...criteria, type_of_data: 'FIELDS', fields: ['email'] })
    expect(await statesOf(ana, id)).toEqual([[1, 'in_force']])
    expect((await discard(priya, id)).body).toMatchObject({ state: 'ACTIVE', versionInForce: 1, typeOfData: 'BASIC' })
    expect(await statesOf(priya, id)).toEqual([[1, 'in_force']])
    expect((await discard(priya, id)).error.code).toBe('ACTION_NOT_ALLOWED')
  })
})

describe('Two versions of what is shared are compared [PARTNER-08]', () => {
  it('by both sides, in both directions, and only those that they see', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id, criteria } = pair
    const compare = (user: TestUser, from: number, to: number) =>
      user.call(compareVersions, { params: { id }, query: { from: String(from), to: String(to) } })
    const told = async (user: TestUser, from: number, to: number) =>
      (await compare(user, from, to)).body.changes.map(({ kind, text }) => `${kind}: ${text.map((part) => part.text).join('')}`)
    for (const allow_export of [false, true]) {
      await send(pair, { ...criteria, allow_export })
      await ana.call(requestChanges, { params: { id }, body: { text: 'Please change it.' } })
    }
    const tags = ['northlight', 'radio']
    await saveDraft(priya, id, { ...criteria, allow_export: true, filter: { field: 'tag', op: 'has_any', values: tags } })
    expect(await told(priya, 1, 3)).toEqual(['added: Tag may also be radio', 'changed: May export rows'])
    expect(await told(priya, 3, 1)).toEqual(['removed: Tag radio', 'changed: May not export rows'])
    expect(await told(priya, 2, 2)).toEqual([])
    expect(await told(ana, 1, 2)).toEqual(['changed: May export rows'])
    expect((await compare(ana, 1, 3)).status).toBe(404)
    await send(pair, { ...criteria, type_of_data: 'OUTCOMES' })
    expect((await lookAt(priya, id)).status).toBe('wait for approval')
    expect(await told(ana, 2, 3)).not.toEqual([])
    expect((await lookAt(priya, id)).status).toBe('in review')
    const stranger = await openAgency(world)
    expect((await compare(stranger, 1, 2)).status).toBe(404)
    expect((await compare(priya, 0, 1)).status).toBe(400)
  })
})
