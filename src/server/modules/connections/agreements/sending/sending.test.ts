import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  discardCriteria,
  getCriteria,
  previewCriteria,
  requestData,
  saveCriteria,
  type CriteriaVersion,
} from '#contract/connections/agreements.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { listContacts } from '#contract/crm/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { joinTeam } from '#server/testing/users.ts'
import { whileWaiting } from '#server/testing/waiting.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { lockClient } from '../../../clients/service.ts'
import { connectPair, lookAt, saveDraft, sharePair, submitDraft, type Pair } from '../../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const versionsOf = async ({ priya, id }: Pair): Promise<CriteriaVersion[]> =>
  (await priya.call(getCriteria, { params: { id }, query: {} })).body.versions

const statesOf = async (pair: Pair) => (await versionsOf(pair)).map(({ version, state }) => [version, state])

const tagged = (criteria: Criteria, ...values: string[]): Criteria => ({
  ...criteria,
  filter: { field: 'tag', op: 'has_any', values },
})

describe('Two admins of a company who choose what it shares at the same time [PARTNER-06]', () => {
  const saveOn = (user: TestUser, id: string, base: string | null, criteria: Criteria) =>
    user.call(saveCriteria, { params: { id }, body: { base, criteria } })

  it('do not replace or discard what the other one saved meanwhile, unless they have seen it', async () => {
    const pair = await connectPair(world)
    const { priya, id, criteria } = pair
    const hana = await joinTeam(world, priya, { name: 'Hana', role: 'admin' })
    const priyas = await saveOn(priya, id, null, criteria)
    const refused = await saveOn(hana, id, null, tagged(criteria, 'radio'))
    expect([refused.status, refused.error.code]).toEqual([409, 'STALE_VERSION'])
    expect(refused.error.detail).toBe('Another user saved a draft meanwhile, so nothing was changed.')
    expect(await versionsOf(pair)).toMatchObject([{ version: 1, textHash: priyas.body.textHash, by: 'Priya Raman' }])

    const hanas = await saveOn(hana, id, priyas.body.textHash, tagged(criteria, 'radio'))
    expect(hanas.body).toMatchObject({ version: 1, by: 'Hana Okafor' })
    const discard = (base: string) => priya.call(discardCriteria, { params: { id }, body: { base } })
    expect((await discard(priyas.body.textHash)).error.code).toBe('STALE_VERSION')
    expect((await saveOn(priya, id, priyas.body.textHash, criteria)).error.code).toBe('STALE_VERSION')
    expect((await discard(hanas.body.textHash)).status).toBe(200)
    expect(await versionsOf(pair)).toEqual([])
  })

  it('are not disturbed by what has nothing to do with the draft, such as a request for more data', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id, criteria } = pair
    const [inForce] = await versionsOf(pair)
    await ana.call(requestData, { params: { id }, body: { text: 'Please add radio leads.' } })
    const saved = await saveOn(priya, id, inForce?.textHash ?? null, tagged(criteria, 'radio'))
    expect([saved.status, saved.body.version]).toEqual([200, 2])
  })
})

describe('What a company sends [VAL-09]', () => {
  it('is what the preview showed: its hash is that of the draft', async () => {
    const { priya, id, criteria } = await connectPair(world)
    const shown = await priya.call(previewCriteria, { params: { id }, body: { criteria } })
    await saveDraft(priya, id, tagged(criteria, 'radio'))
    expect((await submitDraft(priya, id, shown.body.textHash)).error.code).toBe('STALE_VERSION')
    await saveDraft(priya, id, criteria)
    expect((await submitDraft(priya, id, shown.body.textHash)).body.state).toBe('SUBMITTED')
  })

  it('is the draft that was counted, also if another one is saved at the same time', async () => {
    const pair = await connectPair(world)
    const { priya, id, criteria } = pair
    await saveDraft(priya, id, criteria)
    const wider = tagged(criteria, 'northlight', 'radio')
    const { textHash } = (await priya.call(previewCriteria, { params: { id }, body: { criteria: wider } })).body
    const waiting = async (tx: Tx, n: number) => {
      const { rows } = await sql`select distinct pid from pg_locks where not granted`.execute(tx)
      return rows.length >= n ? true : undefined
    }
    const { both } = await world.database.asSystem('test: hold an account', async (tx) => {
      await lockClient(tx, priya.user.clientId)
      const saving = saveDraft(priya, id, wider)
      await eventually(() => waiting(tx, 1))
      const submitting = submitDraft(priya, id, textHash)
      await eventually(() => waiting(tx, 2))
      return { both: Promise.all([saving, submitting]) }
    })
    const [saved, sent] = await both
    expect([saved.body.textHash, sent.error.code]).toEqual([textHash, 'STALE_VERSION'])
    expect((await submitDraft(priya, id, textHash)).status).toBe(200)
    expect(await versionsOf(pair)).toMatchObject([{ version: 1, contacts: 3 }])
  })

  it('does what they expected: it waits for the agency or is in force at once, or nothing is sent', async () => {
    const pair = await sharePair(world)
    const { priya, id, criteria } = pair
    const narrower = await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    const refused = await submitDraft(priya, id, narrower.body.textHash, { effect: 'review' })
    expect([refused.status, refused.error.code]).toEqual([409, 'STALE_VERSION'])
    expect(refused.error.detail).toMatch(/^Nothing was sent: this only shares less now, so it would take effect immediately/)
    expect(await statesOf(pair)).toEqual([
      [2, 'draft'],
      [1, 'in_force'],
    ])
    const sent = await submitDraft(priya, id, narrower.body.textHash, { effect: 'in_force' })
    expect(sent.body).toMatchObject({ versionInForce: 2, pendingVersion: null })

    const wider = await saveDraft(priya, id, criteria)
    const other = await submitDraft(priya, id, wider.body.textHash, { effect: 'in_force' })
    expect(other.error.detail).toMatch(/^Nothing was sent: this shares something new now, so the agency has to accept it/)
    const pending = await submitDraft(priya, id, wider.body.textHash, { effect: 'review' })
    expect(pending.body).toMatchObject({ versionInForce: 2, pendingVersion: 3 })
  })
})

describe('A version of a large source [PARTNER-06]', () => {
  /** The last byte of their ids puts these into the sample, as if there were 64 times as many. */
  const addSampled = ({ priya, criteria }: Pair) =>
    world.database.inClient(priya.user.clientId, (tx) =>
      sql`insert into contact (client_id, id, data_source_id, external_id, tags, fields, created_at, content_hash, run_id)
        select ${priya.user.clientId}, overlay(uuidv7()::text placing '03' from 35 for 2)::uuid, ${criteria.integration_id},
          'n' || n, array['northlight'], '{}', now(), '\\x00', ${criteria.integration_id}
        from generate_series(1, 1200) as n on conflict do nothing`.execute(tx),
    )

  it('is saved with an estimate, and says so, and is counted when it is sent', async () => {
    const pair = await connectPair(world)
    const { ana, priya, id, criteria } = pair
    await addSampled(pair)
    const { body: draft } = await saveDraft(priya, id, criteria)
    expect(draft).toMatchObject({ contacts: 77_000, isEstimate: true })
    expect((await submitDraft(priya, id, draft.textHash)).status).toBe(200)
    for (const user of [ana, priya])
      expect((await user.call(getCriteria, { params: { id }, query: {} })).body.versions).toMatchObject([
        { contacts: 1202, isEstimate: false },
      ])
  })
})

describe('A preview of outcomes [PARTNER-06]', () => {
  it('names contacts as the agency does, at random, once it has them', async () => {
    const { ana, priya, id, criteria } = await sharePair(world, { type_of_data: 'OUTCOMES' })
    const { sample } = (await priya.call(previewCriteria, { params: { id }, body: { criteria } })).body
    const { items } = (await ana.call(listContacts, { query: {} })).body
    expect(items).toHaveLength(2)
    expect(new Set(sample.rows.map(([lead]) => lead))).toEqual(new Set(items.map(({ name }) => name)))
  })
})

describe('Sharing less [PARTNER-06]', () => {
  it('is possible at any time, also after ten versions were sent to review in a day', async () => {
    const { priya, id, criteria } = await sharePair(world)
    for (let n = 1; n < 10; n += 1) {
      const { body } = await saveDraft(priya, id, tagged(criteria, 'northlight', `radio ${n}`))
      expect((await submitDraft(priya, id, body.textHash)).status).toBe(200)
    }
    const wider = await saveDraft(priya, id, tagged(criteria, 'northlight', 'radio'))
    expect((await submitDraft(priya, id, wider.body.textHash)).status).toBe(429)
    const narrower = await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    const sent = await submitDraft(priya, id, narrower.body.textHash)
    expect(sent.body).toMatchObject({ versionInForce: narrower.body.version, pendingVersion: null })
  })

  it('waits for the agency if counting takes too long, since it may share somebody new today', async () => {
    const { priya, id, criteria } = await sharePair(world)
    const { body: draft } = await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    const { clientId } = priya.user
    const hold = (tx: Tx) => sql`lock table opportunity_contact in access exclusive mode`.execute(tx)
    const call = () => submitDraft(priya, id, draft.textHash, { effect: 'review' })
    // As the time limit would.
    const stopCounting = () =>
      world.database.inClient(clientId, (tx) =>
        sql`select pg_cancel_backend(pid) from pg_stat_activity
          where usename = current_user and wait_event_type = 'Lock'`.execute(tx),
      )
    const sent = await whileWaiting(world, { clientId, hold, call }, stopCounting)
    expect(sent.body).toMatchObject({ versionInForce: 1, pendingVersion: 2 })
    expect((await lookAt(priya, id)).typeOfData).toBe('BASIC')
  })
})
