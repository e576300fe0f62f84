import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCriteria, requestChanges, withdrawCriteria } from '#contract/connections/agreements.ts'
import { rejectConnection } from '#contract/connections/connections.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { emailTo } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { approve, connectPair, lookAt, send, sharePair, type Pair } from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const wider = ({ criteria }: Pair): Criteria => ({
  ...criteria,
  filter: { field: 'tag', op: 'has_any', values: ['northlight', 'radio'] },
})

const decline = ({ ana, id }: Pair, reason: string) => ana.call(rejectConnection, { params: { id }, body: { reason } })

const commentsOf = async ({ ana, priya, id }: Pair) =>
  Promise.all([ana, priya].map(async (user) => (await user.call(getCriteria, { params: { id }, query: {} })).body.comments))

describe('A company that shares already and wants to share more', () => {
  it('reads why the agency declines, and that what it shares stays as it is [PARTNER-03]', async () => {
    const pair = await sharePair(world)
    await send(pair, wider(pair))
    const { text: asked } = await emailTo(world, pair.ana.email, /wants to change what they share/)
    expect(asked).toContain('Until you accept it, what they share stays as it is.')
    await decline(pair, 'Too broad for us.')
    const { text } = await emailTo(world, pair.priya.email, /declined/)
    expect(text).toContain('What you share stays as it is.')
    expect(text).toContain('Too broad for us.')
    expect(text).not.toContain('Nothing')
    expect(await lookAt(pair.priya, pair.id)).toMatchObject({ state: 'ACTIVE', reason: null })
    const [atAgency, atCompany] = await commentsOf(pair)
    expect(atAgency).toMatchObject([{ kind: 'rejected', text: 'Too broad for us.', by: 'Ana Whitfield' }])
    expect(atCompany).toMatchObject([{ kind: 'rejected', text: 'Too broad for us.', by: pair.ana.user.client.name }])
  })

  it('reads that it goes on meanwhile when the agency asks for changes, and that it takes effect when it accepts', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await send(pair, wider(pair))
    await ana.call(requestChanges, { params: { id }, body: { text: 'Leave out radio.' } })
    const { text: asked } = await emailTo(world, priya.email, /asks for changes/)
    expect(asked).toContain('What you share stays as it is until you send the changes again and they accept them.')
    const { textHash } = await send(pair, wider(pair))
    await approve(ana, id, textHash)
    const { text: accepted } = await emailTo(world, priya.email, /accepted your changes/)
    expect(accepted).toContain('It takes effect now.')
    expect(accepted).not.toContain('Nothing is shared')
  })
})

describe('A company that shares nothing yet', () => {
  it('reads in each email that nothing is shared, and why the agency declines [PARTNER-03]', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id } = pair
    await send(pair, pair.criteria)
    const { text: sent } = await emailTo(world, ana.email, /sent you what they want to share/)
    expect(sent).toContain('You see how many contacts it covers, and no names yet.')
    await ana.call(requestChanges, { params: { id }, body: { text: 'Add radio.' } })
    const { text: asked } = await emailTo(world, priya.email, /asks for changes/)
    expect(asked).toContain('Nothing is shared until you send it again.')
    await send(pair, wider(pair))
    await decline(pair, 'Not for us.')
    const { text } = await emailTo(world, priya.email, /declined/)
    expect(text).toContain('Nothing was shared.')
    const [, atCompany] = await commentsOf(pair)
    expect(atCompany?.map(({ kind }) => kind)).toEqual(['rejected', 'changes_requested'])
  })
})

describe('A version that waits for the agency [PARTNER-03]', () => {
  const asTags = ({ criteria }: Pair, values: string[]): Criteria => ({
    ...criteria,
    filter: { field: 'tag', op: 'has_any', values },
  })
  const newestOf = async (user: TestUser, id: string) => {
    const { body } = await user.call(getCriteria, { params: { id }, query: {} })
    const [newest] = body.versions
    return [newest?.comparedWith, newest?.changes.map(({ text }) => text.map((part) => part.text).join(''))]
  }

  it('is compared with the version in force, not with one that was declined in between', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await send(pair, asTags(pair, ['northlight', 'radio']))
    await decline(pair, 'No radio.')
    await send(pair, asTags(pair, ['northlight', 'press']))
    for (const user of [ana, priya]) expect(await newestOf(user, id)).toEqual([1, ['Tag may also be press']])
  })

  it('is compared with the last one that the agency has, before anything is in force', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id } = pair
    await send(pair, asTags(pair, ['northlight']))
    await ana.call(requestChanges, { params: { id }, body: { text: 'Add radio.' } })
    await send(pair, asTags(pair, ['northlight', 'radio']))
    await priya.call(withdrawCriteria, { params: { id }, body: {} })
    await send(pair, asTags(pair, ['northlight', 'press']))
    expect(await newestOf(ana, id)).toEqual([1, ['Tag may also be press']])
    expect((await newestOf(priya, id))[0]).toBe(2)
  })

  it('is not what the connection says that it shares, until it is in force [PARTNER-01]', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    const { textHash } = await send(pair, { ...asTags(pair, ['northlight', 'radio']), type_of_data: 'OUTCOMES' })
    for (const user of [ana, priya])
      expect(await lookAt(user, id)).toMatchObject({
        versionInForce: 1,
        pendingVersion: 2,
        syncValue: 'northlight',
        typeOfData: 'BASIC',
      })
    await approve(ana, id, textHash)
    for (const user of [ana, priya])
      expect(await lookAt(user, id)).toMatchObject({
        versionInForce: 2,
        syncValue: 'northlight, radio',
        typeOfData: 'OUTCOMES',
      })
  })

  it('does not hide the version in force, however many were declined since', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await world.database.asSystem('test: many versions were declined', async (tx) => {
      for (const { user } of [ana, priya])
        await sql`insert into criteria_version
            (client_id, connection_id, version, state, criteria, names, sentence, text_hash, contacts, opportunities, saved_at)
          select client_id, connection_id, n, 'rejected', criteria, names, sentence, text_hash, contacts, opportunities, now()
          from criteria_version, generate_series(2, 30) n
          where client_id = ${user.clientId} and connection_id = ${id} and version = 1
          returning version`.execute(tx)
    })
    await send(pair, asTags(pair, ['northlight', 'radio']))
    for (const user of [ana, priya]) {
      const { body } = await user.call(getCriteria, { params: { id }, query: {} })
      expect(body.versions.at(-1)).toMatchObject({ version: 1, state: 'in_force' })
      expect(body.versions[0]).toMatchObject({ version: 31, comparedWith: 1 })
    }
  })
})
