import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import { catalogueFields, outcomeFields } from '#contract/criteria/fields.ts'
import { comparable } from '#contract/criteria/text.ts'
import { connectionOf } from '#server/platform/db/connection.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { insertConnection } from '../connections/queries.ts'
import type { PlainData, Shared } from '../criteria/testing/evaluate.ts'
import { diceOf, randomCriteria, type Known } from '../criteria/testing/random.ts'
import { readPlain } from '../criteria/testing/read-plain.ts'
import { createDataSource, createSharedSource, saveRecords } from '../crm/service.ts'
import type { RecordBatch, RecordChanges } from '../crm/model.ts'
import { day, idleDispatcher } from '../crm/testing/records.ts'
import { recordChanges } from '../changes/service.ts'
import { lostFields, type Share } from './model.ts'
import { projectAll, projectChanged, projectNames } from './service.ts'
import { contactIds, listIds, opportunityIds, randomRecords } from './testing/edits.ts'
import { expectedOf, readRows, seenIn, withoutPersonal, type Member, type Rows, type Seen } from './testing/expected.ts'
import { foundAgain, idsNow, nothingRemembered, underIds, type Remembered } from './testing/ids.ts'
import { namesIn, namesOf } from './testing/names.ts'
import { membersOf, sharedBy } from './testing/shares.ts'

const seed = Number(process.env['SEED'] ?? 2026)
const rounds = 25
const sharesAtOnce = 20

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const dice = diceOf(seed)
const { someContact, someOpportunity, randomNames, randomEdit } = randomRecords(dice)
const company = { clientId: newId(), dataSourceId: newId() }
const agencyId = newId()
const save = (batch: RecordBatch) =>
  database.inClient(company.clientId, (tx) =>
    saveRecords(tx, { ...company, runId: newId(), at: new Date(day(20)), dispatcher: idleDispatcher }, batch, {
      historyComesApart: false,
    }),
  )

let known: Known

beforeAll(async () => {
  await database.asSystem('test: a company and its agency', async (tx) => {
    await tx.insertInto('client').values({ client_id: company.clientId, name: 'Brightsmile', type: 'COMPANY' }).execute()
    await tx.insertInto('client').values({ client_id: agencyId, name: 'Northlight', type: 'AGENCY' }).execute()
    await createDataSource(tx, company, 'integration')
  })
  await save({
    contacts: contactIds.map(someContact),
    opportunities: opportunityIds.map(someOpportunity),
    ...randomNames(),
    lists: listIds.map((id) => ({ externalId: id, kind: 'list' as const, name: id, size: null, updatedAt: null })),
    memberships: contactIds.flatMap((contactId) => dice.some(listIds, 1).map((listId) => ({ listId, contactId }))),
  })
  const data = await readPlain(database, company.clientId, listIds)
  known = {
    integrationIds: [company.dataSourceId],
    recordIds: [...data.contacts, ...data.opportunities].map(({ id }) => id),
    listIds,
  }
})

const randomShares = (): Criteria => {
  const criteria = randomCriteria(dice, emptyCriteria(company.dataSourceId), known)
  return {
    ...criteria,
    type_of_data: dice.of(['OUTCOMES', 'BASIC', 'FIELDS', 'FIELDS', 'COUNTS']),
    fields: dice.some([...catalogueFields, 'field:lead_source', 'field:shoe_size', 'opportunity.field:lead_source'], 9),
    record_types: dice.of([
      ['contact', 'opportunity', 'stage_event', 'touch'],
      ['contact', 'opportunity', 'stage_event', 'touch'],
      ['contact', 'touch'],
      ['opportunity', 'stage_event'],
    ]),
    on_leave: dice.of(['withdraw_pii', 'remove']),
  }
}

interface Tried {
  share: Share
  /** What the agency should see of what left. */
  withdrawn: Seen
  seen: Seen
  ids: Map<string, Member>
  remembered: Remembered
}

const openShare = async (): Promise<Tried> => {
  const connectionId = newId()
  await database.asSystem('test: a connection', async (tx) => {
    await insertConnection(tx, {
      client_id: company.clientId,
      id: connectionId,
      side: 'COMPANY',
      invited_by: 'AGENCY',
      partner_name: 'Northlight',
      partner_id: agencyId,
      partner_email: 'ana@northlight.example',
      partner_email_norm: 'ana@northlight.example',
      inviter_user_id: null,
      invited_as: 'admin',
      message: null,
      sent_at: new Date(),
      expires_at: null,
    })
    await createSharedSource(
      tx,
      { clientId: agencyId, dataSourceId: connectionId },
      { companyId: company.clientId, isReadable: true },
    )
  })
  return {
    share: {
      connectionId,
      agencyId,
      version: 1,
      criteria: randomShares(),
      sharing: {
        clientId: company.clientId,
        exclusionTag: dice.of(['do-not-share', 'ＶＩＰ', '']),
        excludedIds: dice.once(3) ? dice.some(known.recordIds, 4) : [],
        acceptedAt: new Date(day(1 + dice.below(6))),
      },
    },
    withdrawn: { contacts: {}, opportunities: {} },
    seen: { contacts: {}, opportunities: {} },
    ids: new Map(),
    remembered: nothingRemembered(),
  }
}

/** Records that exist and that no exclusion forbids. */
const allowed = ({ sharing }: Share, data: PlainData): Set<string> => {
  const tag = comparable(sharing.exclusionTag)
  const isOut = (id: string, tags: readonly string[]): boolean =>
    sharing.excludedIds.includes(id) || (tag !== '' && tags.some((own) => comparable(own) === tag))
  const out = new Set(data.contacts.filter(({ id, tags }) => isOut(id, tags)).map(({ id }) => id))
  const contacts = data.contacts.filter((one) => !one.isDeleted && one.mergedInto === null && !out.has(one.id))
  const opportunities = data.opportunities.filter(
    (one) => !one.isDeleted && !isOut(one.id, []) && !one.contactIds.some((id) => out.has(id)),
  )
  return new Set([...contacts, ...opportunities].map(({ id }) => id))
}

const sharesOutcomes = ({ type_of_data: type, fields, record_types: types }: Criteria): boolean =>
  types.length === 4 && (type !== 'FIELDS' || outcomeFields.every((field) => fields.includes(field)))

/** What stays of those that left in this step or before it. */
const stillWithdrawn = (
  tried: Tried,
  { ids, mayStay }: { ids: Map<string, Member>; mayStay: boolean },
  now: Shared,
  data: PlainData,
): Seen => {
  const { share } = tried
  const idNow = idsNow(tried.ids, ids)
  const [seen, withdrawn] = [underIds(tried.seen, idNow), underIds(tried.withdrawn, idNow)]
  // A new version keeps what left before only if it shares all of it.
  const isStaying = share.criteria.on_leave === 'withdraw_pii' && (mayStay || sharesOutcomes(share.criteria))
  const recordOf = new Map([...ids].map(([record, { sharedId }]) => [sharedId, record]))
  const live = allowed(share, data)
  const stays =
    (kind: keyof Seen) =>
    ([sharedId]: [string, unknown]) => {
      const record = recordOf.get(sharedId)
      return isStaying && record !== undefined && live.has(record) && !now[kind].includes(record)
    }
  const left = (kind: keyof Seen) =>
    Object.fromEntries(
      Object.entries({ ...(mayStay ? seen[kind] : {}), ...withdrawn[kind] })
        .filter(stays(kind))
        .map(([id, values]) => [id, withoutPersonal(kind, values)]),
    )
  return { contacts: left('contacts'), opportunities: left('opportunities') }
}

/** What was compared, so that the test says something. */
const told = { contacts: 0, withdrawn: 0 }

interface Step {
  data: PlainData
  rows: Rows
  mayStay: boolean
}

/** Compares everything that the agency can read with what it may. */
const compare = async (tried: Tried, agencyRows: Rows, { data, rows, mayStay }: Step): Promise<void> => {
  const { share } = tried
  const { criteria, sharing } = share
  const what = { criteria, sharing, mayStay }
  const now = sharedBy(share, data)
  const { ids, withdrawn } = await membersOf(database, share)
  const left = stillWithdrawn(tried, { ids, mayStay }, now, data)
  const expected = expectedOf(rows, now, { criteria, known: ids })
  const seen = seenIn(agencyRows, share.connectionId)
  const all = {
    contacts: { ...expected.contacts, ...left.contacts },
    opportunities: { ...expected.opportunities, ...left.opportunities },
  }
  expect({ ...what, ...seen }).toEqual({ ...what, ...all })
  expect({ ...what, ...namesIn(agencyRows, share.connectionId) }).toEqual({ ...what, ...namesOf(rows, all, criteria) })
  expect(withdrawn).toEqual(new Set([...Object.keys(left.contacts), ...Object.keys(left.opportunities)]))
  expect({ ...what, found: foundAgain(tried.remembered, share, { all, left }) }).toEqual({ ...what, found: [] })
  tried.ids = ids
  tried.seen = expected
  tried.withdrawn = left
  told.contacts += now.contacts.length
  told.withdrawn += withdrawn.size
}

const compareAll = async (all: readonly Tried[], mayStay: boolean): Promise<void> => {
  const data = await readPlain(database, company.clientId, listIds)
  const rows = await readRows(database, company.clientId)
  const agencyRows = await readRows(database, agencyId)
  for (const tried of all) await compare(tried, agencyRows, { data, rows, mayStay })
}

const idsOf = (changes: RecordChanges) => {
  const of = (object: 'contact' | 'opportunity') => Object.values(changes[object]).flat()
  return { contactIds: of('contact'), opportunityIds: of('opportunity') }
}

class Killed extends Error {}

/** Now and then the worker dies before the end, and another one does it again. */
const project = async (work: (tx: Tx) => Promise<unknown>): Promise<void> => {
  const isKilled = dice.once(4)
  if (isKilled)
    await expect(
      database.asSystem('test: a worker that dies', async (tx) => {
        await work(tx)
        throw new Killed()
      }),
    ).rejects.toThrow(Killed)
  await database.asSystem('test: project', work)
}

const applyTo = async (all: readonly Tried[], work: (tried: Tried) => Promise<unknown>): Promise<void> => {
  for (const tried of all) await work(tried)
}

/** Autovacuum is off in tests: plans would be those for empty tables, and read what all rounds before have left. */
const vacuum = async (): Promise<void> => {
  const owner = new pg.Client(connectionOf(store.location, 'owner'))
  await owner.connect()
  await owner
    .query('vacuum (analyze) contact, opportunity, opportunity_contact, stage_event, touch, shared_record')
    .finally(() => owner.end())
}

describe(`An agency has exactly what criteria share, field by field (SEED=${seed})`, () => {
  it.each(Array.from({ length: rounds }, (_, round) => round))('round %i', async () => {
    const all = await Array.fromAsync({ length: sharesAtOnce }, openShare)
    await applyTo(all, ({ share }) => project((tx) => projectAll(tx, idleDispatcher, share, { isNewVersion: true })))
    await compareAll(all, false)
    await vacuum()

    for (let edit = 0; edit < 2; edit += 1) {
      const batch = randomEdit()
      const { changes } = await save(batch)
      await applyTo(all, ({ share }) =>
        project(async (tx) => {
          if (batch.owners) await projectNames(tx, idleDispatcher, share)
          await projectChanged(tx, idleDispatcher, share, idsOf(changes))
        }),
      )
      await compareAll(all, true)
    }

    const before = new Map(all.map(({ share }) => [share.connectionId, share.criteria]))
    for (const tried of all) tried.share = { ...tried.share, version: 2, criteria: randomShares() }
    await applyTo(all, ({ share }) => {
      const lost = lostFields(before.get(share.connectionId) ?? share.criteria, share.criteria)
      return project((tx) => projectAll(tx, idleDispatcher, share, { isNewVersion: true, lost }))
    })
    await compareAll(all, false)
    await project((tx) => tx.deleteFrom('data_source').where('client_id', '=', agencyId).execute())
    expect(Object.values(await readRows(database, agencyId)).map((rows) => ('size' in rows ? rows.size : rows.length))).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0,
    ])
  })

  it('has compared many contacts, and some that left', () => {
    expect(told.contacts).toBeGreaterThan(10_000)
    expect(told.withdrawn).toBeGreaterThan(50)
  })
})

describe('A version that takes names away', () => {
  it('keeps nobody from writing for the agency while it is projected', async () => {
    const { share } = await openShare()
    const criteria: Criteria = { ...share.criteria, filter: { all: [] }, type_of_data: 'BASIC', future_only: false, since: null }
    const next: Share = { ...share, version: 2, criteria: { ...criteria, type_of_data: 'OUTCOMES' } }
    const agency = { clientId: agencyId, dataSourceId: share.connectionId }
    await database.asSystem('test: names', (tx) => projectAll(tx, idleDispatcher, { ...share, criteria }, { isNewVersion: true }))
    await database.asSystem('test: no names', async (tx) => {
      await projectAll(tx, idleDispatcher, next, { isNewVersion: true, lost: lostFields(criteria, next.criteria) })
      const another = database.asSystem('test: another company meanwhile', (other) =>
        recordChanges(other, idleDispatcher, agency, [{ object: 'contact', kind: 'changed', ids: [newId()] }]),
      )
      await expect(another).resolves.toBeUndefined()
    })
  })
})
