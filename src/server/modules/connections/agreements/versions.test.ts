import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { compareVersions, discardCriteria, getCriteria, requestChanges } from '#contract/connections/agreements.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { newId } from '#server/platform/ids.ts'
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
  (await user.call(getCriteria, { params: { id }, query: {} })).body.versions.map(({ version, state }) => [version, state])

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

describe('The sentence about what is shared [PARTNER-06]', () => {
  it('has the ids of chosen contacts for the company, and for the agency how many they are', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id, criteria } = pair
    const [maya, samir] = [newId(), newId()]
    const without = (values: string[]): Criteria => {
      const chosen = { field: 'record_id', op: 'not_in', values } as const
      return { ...criteria, filter: { all: [...(criteria.filter ? [criteria.filter] : []), chosen] } }
    }
    const first = await send(pair, without([maya]))
    await ana.call(requestChanges, { params: { id }, body: { text: 'Please leave Samir out, too.' } })
    const second = await send(pair, without([maya, samir]))
    const versions = async (user: TestUser) => (await user.call(getCriteria, { params: { id }, query: {} })).body.versions
    const textOf = (segments: { text: string }[] = []) => segments.map(({ text }) => text).join('')
    const [newest, oldest] = await versions(ana)
    expect(textOf(newest?.sentence)).toContain('who are not one of 2 chosen contacts')
    expect(textOf(oldest?.sentence)).toContain('who are not one chosen contact,')
    expect(textOf(newest?.changes[0]?.text)).toBe('Record must not be one chosen contact')
    const query = { from: '1', to: '2' }
    const { body } = await ana.call(compareVersions, { params: { id }, query })
    expect(JSON.stringify([newest, oldest, body])).not.toMatch(new RegExp(`${maya}|${samir}`))
    expect([newest?.textHash, oldest?.textHash]).toEqual([second.textHash, first.textHash])
    expect(JSON.stringify(await versions(priya))).toContain(samir)
  })
})

describe('Two versions of what is shared are compared [PARTNER-03]', () => {
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
    expect(await told(priya, 1, 3)).toEqual(['added: Tag may also be radio', 'added: Exports now allowed'])
    expect(await told(priya, 3, 1)).toEqual(['removed: Tag radio', 'removed: Exports allowed'])
    expect(await told(priya, 2, 2)).toEqual([])
    expect(await told(ana, 1, 2)).toEqual(['added: Exports now allowed'])
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

describe('A version that was sent', () => {
  it('reads as it did then, whose hash both confirmed, also if we would word it differently today [VAL-09]', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id } = pair
    await send(pair, pair.criteria)
    const told = async (user: TestUser) =>
      (await user.call(getCriteria, { params: { id }, query: {} })).body.versions[0]?.sentence
    expect((await told(ana))?.filter(({ isValue }) => isValue).map(({ text }) => text)).toContain('northlight')
    await world.database.asSystem('test: it was worded differently then', (tx) =>
      tx
        .updateTable('criteria_version')
        .set({ sentence: 'Everyone tagged northlight.' })
        .where('connection_id', '=', id)
        .execute(),
    )
    for (const user of [ana, priya]) expect(await told(user)).toEqual([{ text: 'Everyone tagged northlight.', isValue: false }])
  })
})
