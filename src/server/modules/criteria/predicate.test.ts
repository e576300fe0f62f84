import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Filter } from '#contract/criteria/criteria.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { createDataSource, saveRecords } from '../crm/service.ts'
import type { RecordBatch } from '../crm/model.ts'
import { contact, day, idleDispatcher } from '../crm/testing/records.ts'
import type { RecordIds, Sharing } from './model.ts'
import { describeShared, findAffected } from './service.ts'
import { evaluate, type PlainData } from './testing/evaluate.ts'
import { readPlain } from './testing/read-plain.ts'
import { diceOf, randomContact, randomCriteria, randomOpportunity, texts, type Known } from './testing/random.ts'
import { comparable } from '#contract/criteria/text.ts'

const seed = Number(process.env['SEED'] ?? 2026)
const rounds = 20
const perRound = 30

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const dice = diceOf(seed)
const clientId = newId()
const [main, other] = [newId(), newId()]
const stranger = { clientId: newId(), dataSourceId: newId() }

const save = (source: typeof stranger, batch: RecordBatch) =>
  database.inClient(source.clientId, (tx) =>
    saveRecords(tx, { ...source, runId: newId(), at: new Date(day(20)), dispatcher: idleDispatcher }, batch, {
      historyComesApart: false,
    }),
  )

const numbered = (from: number, count: number): string[] => Array.from({ length: count }, (_, index) => String(from + index))
const contactIds = numbered(0, 70)
const opportunityIds = numbered(0, 50)
const listIds = ['l1', 'l2', 'l3']

const fill = async (source: typeof stranger) => {
  await save(source, {
    contacts: contactIds.map((id) => randomContact(dice, id)),
    // Some contacts are not known here.
    opportunities: opportunityIds.map((id) => randomOpportunity(dice, id, [...contactIds.slice(0, 50), 'unknown'])),
    lists: [...listIds, 'gone'].map((id) => ({ externalId: id, kind: 'list' as const, name: id, size: null, updatedAt: null })),
    memberships: contactIds.flatMap((contactId) => dice.some([...listIds, 'gone'], 2).map((listId) => ({ listId, contactId }))),
  })
  await database.inClient(source.clientId, (tx) =>
    sql`update crm_list set deleted_at = now() where client_id = ${source.clientId} and external_id = 'gone'`.execute(tx),
  )
  await save(source, {
    merges: [
      { from: '3', into: '4', at: null },
      { from: '5', into: '51', at: null },
    ],
    deletions: ['6', '7', '8', '52'].flatMap((externalId) => [
      { object: 'contact' as const, externalId, at: null },
      { object: 'opportunity' as const, externalId, at: null },
    ]),
  })
}

const readData = (): Promise<PlainData> => readPlain(database, clientId, listIds)

let data: PlainData
let known: Known
beforeAll(async () => {
  await database.asSystem('test: a company with two sources, and another company', async (tx) => {
    for (const [id, name] of [
      [clientId, 'Brightsmile'],
      [stranger.clientId, 'Harbor Light'],
    ] as const)
      await tx.insertInto('client').values({ client_id: id, name, type: 'COMPANY' }).execute()
    for (const dataSourceId of [main, other]) await createDataSource(tx, { clientId, dataSourceId }, 'integration')
    await createDataSource(tx, stranger, 'integration')
  })
  for (const source of [{ clientId, dataSourceId: main }, { clientId, dataSourceId: other }, stranger]) await fill(source)
  data = await readData()
  const recordIds = [...data.contacts, ...data.opportunities].map(({ id }) => id)
  known = { integrationIds: [main, other], recordIds, listIds }
})

const select = (sharing: Sharing, criteria: Criteria, only?: RecordIds) =>
  database.inClient(clientId, async (tx) => {
    const { rows } = await sql<{ contacts: string[]; opportunities: string[] }>`
      with ${describeShared(sharing, criteria, only)}
      select array(select id::text from shared_contact order by 1) as contacts,
        array(select id::text from shared_opportunity order by 1) as opportunities`.execute(tx)
    return rows[0]
  })

const randomSharing = (): Sharing => ({
  clientId,
  exclusionTag: dice.of(['do-not-share', 'ＶＩＰ', '', 'nobody has it']),
  excludedIds: dice.once(2) ? [] : dice.some(known.recordIds, 6),
  acceptedAt: dice.once(3) ? null : new Date(day(1 + dice.below(12))),
})

const among = (ids: readonly string[], chosen: readonly string[]): string[] => ids.filter((id) => chosen.includes(id))

describe(`Criteria select the same records as an evaluation record by record (SEED=${seed})`, () => {
  it.each(Array.from({ length: rounds }, (_, round) => round))('round %i', async () => {
    const sizes = new Set<number>()
    for (let one = 0; one < perRound; one += 1) {
      const criteria = randomCriteria(dice, emptyCriteria(dice.of([main, main, main, other])), known)
      const sharing = randomSharing()
      const { acceptedAt, exclusionTag, excludedIds } = sharing
      const expected = evaluate(criteria, data, { acceptedAt: acceptedAt?.toISOString(), exclusionTag, excludedIds })
      const what = { criteria, sharing }
      expect({ ...what, ...(await select(sharing, criteria)) }).toEqual({ ...what, ...expected })
      const only = {
        contactIds: dice.some(known.recordIds, 8),
        opportunityIds: dice.some(known.recordIds, 8),
      }
      expect({ ...what, only, ...(await select(sharing, criteria, only)) }).toEqual({
        ...what,
        only,
        contacts: among(expected.contacts, only.contactIds),
        opportunities: among(expected.opportunities, only.opportunityIds),
      })
      sizes.add(expected.contacts.length)
    }
    // The rounds say something: they share none, all and many numbers between.
    expect(sizes.size).toBeGreaterThan(5)
  })
})

describe('A record that changes', () => {
  it('changes the sharing of no others than those that are affected', async () => {
    let differences = 0
    for (let one = 0; one < 30; one += 1) {
      const cases = Array.from({ length: 12 }, () => ({
        criteria: randomCriteria(dice, emptyCriteria(main), known),
        sharing: { ...randomSharing(), acceptedAt: new Date(day(3)) },
      }))
      const before = cases.map(({ criteria, sharing }) =>
        evaluate(criteria, data, { ...sharing, acceptedAt: sharing.acceptedAt.toISOString() }),
      )
      const externalId = dice.of(contactIds.slice(10, 50))
      const opportunity = opportunityIds.includes(externalId) && dice.once(2)
      const { changes } = await save(
        { clientId, dataSourceId: main },
        opportunity
          ? { opportunities: [randomOpportunity(dice, externalId, contactIds.slice(10, 50))] }
          : { contacts: [randomContact(dice, externalId)] },
      )
      data = await readData()
      const changed = { contactIds: changes.contact.changed, opportunityIds: changes.opportunity.changed }
      const affected = await database.inClient(clientId, (tx) => findAffected(tx, clientId, changed))
      const ids = new Set([...affected.contactIds, ...affected.opportunityIds])
      for (const [index, { criteria, sharing }] of cases.entries()) {
        const after = evaluate(criteria, data, { ...sharing, acceptedAt: sharing.acceptedAt.toISOString() })
        const all = (shared: typeof after | undefined) => new Set([...(shared?.contacts ?? []), ...(shared?.opportunities ?? [])])
        const different = all(after).symmetricDifference(all(before[index]))
        differences += different.size
        expect([...different.difference(ids)]).toEqual([])
      }
    }
    expect(differences).toBeGreaterThan(50)
  })
})

describe('Texts', () => {
  it('are compared by the database as by the contract', async () => {
    const odd = [...texts, 'ǅ', 'ẞ', '\ufeff\u2028x\u1680', '①', 'Ａ\u0301', 'ﷺ', '\u00a8', 'ΑΣ ΑΣΑ', '𝐁old', '\u202fx\u205f']
    const { rows } = await database.inClient(clientId, (tx) =>
      sql<{ text: string; key: string }>`select text, comparable(text) as key from unnest(${odd}::text[]) as text`.execute(tx),
    )
    expect(rows).toEqual(odd.map((text) => ({ text, key: comparable(text) })))
  })

  it('are found even if the database does not know their letters yet', async () => {
    const letter = '\ua7ce'
    await save({ clientId, dataSourceId: main }, { contacts: [contact('new letter', { tags: [letter], source: letter })] })
    const criteria = (filter: Filter): Criteria => ({ ...emptyCriteria(main), match_on: 'contact', filter })
    const tagged = criteria({ field: 'tag', op: 'has_any', values: [letter] })
    const sharing = { clientId, exclusionTag: '', excludedIds: [], acceptedAt: null }
    const { contacts: [id] = [] } = (await select(sharing, tagged)) ?? {}
    expect(id).toBeDefined()
    for (const filter of [
      { field: 'tag', op: 'has_all', values: [letter] },
      { field: 'tag', op: 'has_any', values: [letter, 'nobody has it'] },
      { field: 'source_field', name: 'source', op: 'in', values: [letter] },
      { field: 'source_field', name: 'source', op: 'contains', values: [letter] },
    ] satisfies Filter[])
      expect((await select(sharing, criteria(filter)))?.contacts).toEqual([id])
    expect((await select({ ...sharing, exclusionTag: letter }, tagged))?.contacts).toEqual([])
  })
})
