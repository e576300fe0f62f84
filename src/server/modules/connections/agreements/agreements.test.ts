import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveCriteria,
  getCriteria,
  getPreview,
  previewCriteria,
  requestChanges,
  withdrawCriteria,
} from '#contract/connections/agreements.ts'
import { listAudit } from '#contract/audit.ts'
import { acceptConnection, rejectConnection } from '#contract/connections/connections.ts'
import type { Criteria, Filter } from '#contract/criteria/criteria.ts'
import { emailTo, joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { contact } from '../../crm/testing/records.ts'
import { connectPair, invite, lookAt, openAgency, saveDraft, saveInto, send, submitDraft, type Pair } from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const connected = (): Promise<Pair> => connectPair(world)

const save = saveDraft
const submit = submitDraft

const versionsOf = async (user: TestUser, id: string) => (await user.call(getCriteria, { params: { id }, query: {} })).body

const wordsOf = (segments: readonly { text: string }[]): string => segments.map(({ text }) => text).join('')

describe('A company chooses what to share [PARTNER-06]', () => {
  it('sees whom and what before anything is saved, and never those who are not to be shared', async () => {
    const { priya, id, criteria } = await connected()
    const { body } = await priya.call(previewCriteria, { params: { id }, body: { criteria } })
    expect(body.shared.contacts).toBe(2)
    expect(body.excluded.contacts).toBe(1)
    expect(JSON.stringify(body.sample.rows)).toContain('Maya')
    expect(JSON.stringify(body.sample.rows)).not.toContain('Inés')
    expect(wordsOf(body.sentence)).toContain(`${priya.user.client.name} shares people tagged northlight`)
    expect((await versionsOf(priya, id)).versions).toEqual([])
    expect((await priya.call(getPreview, { params: { id } })).status).toBe(404)
  })

  it('saves a draft, which the agency does not see, and sends it to review with both acknowledgements, which the audit log has with their text and address [VAL-09] [PARTNER-01]', async () => {
    const { ana, priya, id, criteria } = await connected()
    const { body: draft } = await save(priya, id, criteria)
    expect(draft).toMatchObject({ version: 1, state: 'draft', contacts: 2, by: 'Priya Raman' })
    expect((await versionsOf(ana, id)).versions).toEqual([])
    for (const missing of ['ackPersonalData', 'ackPolicy']) {
      const refused = await submit(priya, id, draft.textHash, { [missing]: false })
      expect([refused.status, refused.error.field]).toEqual([400, missing])
    }
    const other = await submit(priya, id, 'sha256:0')
    expect(other.error.code).toBe('STALE_VERSION')
    expect((await lookAt(priya, id)).state).toBe('DRAFT')
    const { body: sent } = await submit(priya, id, draft.textHash)
    expect(sent).toMatchObject({ state: 'SUBMITTED', status: 'wait for approval', pendingVersion: 1 })
    await emailTo(world, ana.email, /sent you what they want to share/)
    expect(await lookAt(ana, id)).toMatchObject({
      name: priya.user.client.name,
      partnerEmail: priya.email,
      inviter: 'Ana Whitfield',
      invitedAs: 'admin',
      businessId: priya.user.clientId,
      partnerId: priya.user.clientId,
      integration: 'Airtable',
      subAccount: null,
      syncField: 'tag',
      syncValue: 'northlight',
      tag: 'northlight',
      pipeline: null,
      dataFilters: 1,
      typeOfData: 'BASIC',
    })
    const { body: audit } = await priya.call(listAudit, { query: { action: 'connection.submitted' } })
    expect(audit.items[0]).toMatchObject({ actorName: 'Priya Raman', objectId: id, at: expect.any(String) })
    expect(JSON.stringify(audit.items[0]?.diff)).toContain(draft.textHash)
    const [stored] = await world.database.inClient(priya.user.clientId, (tx) =>
      tx.selectFrom('audit_entry').select('ip_prefix').where('action', '=', 'connection.submitted').execute(),
    )
    expect(stored?.ip_prefix).not.toBeNull()
    const again = await submit(priya, id, draft.textHash)
    expect([again.status, again.error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
  })

  it('cannot use a source of another account', async () => {
    const { ana, priya, id, criteria } = await connected()
    const stranger = await connected()
    expect((await save(priya, id, stranger.criteria)).status).toBe(404)
    expect((await save(ana, id, criteria)).status).toBe(403)
    expect((await save(stranger.priya, id, stranger.criteria)).status).toBe(404)
  })

  it('cannot share one source twice with the same agency, but with another one', async () => {
    const pair = await connected()
    const { ana, priya, criteria } = pair
    await send(pair, criteria)
    const connectWith = async (agency: TestUser): Promise<string> => {
      const { id } = await invite(priya, agency.email)
      await agency.call(acceptConnection, { params: { id }, body: {} })
      return id
    }
    const refused = await save(priya, await connectWith(ana), criteria)
    expect([refused.status, refused.error.code]).toEqual([409, 'CONNECTION_EXISTS'])
    expect((await save(priya, await connectWith(await openAgency(world)), criteria)).status).toBe(200)
  })

  it('cannot send a draft about a source that the agency has already, even if it was saved before the agency was known', async () => {
    const pair = await connected()
    const { ana, priya, criteria } = pair
    await send(pair, criteria)
    const { id } = await invite(priya, ana.email)
    const { body: draft } = await save(priya, id, criteria)
    await ana.call(acceptConnection, { params: { id }, body: {} })
    const refused = await submit(priya, id, draft.textHash)
    expect([refused.status, refused.error.code]).toEqual([409, 'CONNECTION_EXISTS'])
    expect((await lookAt(priya, id)).state).toBe('DRAFT')
  })

  it('says why it shares a field or a list that looks sensitive by what is in it, whatever it is called', async () => {
    const { priya, id, criteria } = await connected()
    await saveInto(
      world,
      { priya, criteria },
      {
        contacts: [contact('maya', { tags: ['northlight'], firstName: 'Maya', fields: { Ref: '123-45-6789', Size: 'small' } })],
        lists: [{ externalId: 'l1', kind: 'list', name: 'HIV patients', size: 1, updatedAt: null }],
      },
    )
    const previewOf = async (change: Partial<Criteria>) =>
      (await priya.call(previewCriteria, { params: { id }, body: { criteria: { ...criteria, ...change } } })).body.sensitive
    const fields = ['first_name', 'field:Ref', 'field:Size', 'tags']
    expect(await previewOf({ type_of_data: 'FIELDS', fields })).toEqual([{ field: 'field:Ref', kind: 'an identity number' }])
    const list: Filter = { field: 'list', op: 'in', values: ['l1'] }
    expect(await previewOf({ filter: list })).toEqual([{ field: 'list', kind: 'health data' }])
    const { body } = await save(priya, id, { ...criteria, type_of_data: 'FIELDS', fields })
    const refused = await submit(priya, id, body.textHash)
    expect([refused.error.field, refused.error.detail]).toEqual([
      'sensitiveReason',
      'Ref looks like an identity number. Say why you share it, or leave it out.',
    ])
    expect((await submit(priya, id, body.textHash, { sensitiveReason: 'They agreed' })).body.state).toBe('SUBMITTED')
  })

  it('types the name of the agency to share everything, and a reason to share what looks sensitive', async () => {
    const { ana, priya, id, criteria } = await connected()
    const everything = await save(priya, id, { ...criteria, filter: { all: [] } })
    const refused = await submit(priya, id, everything.body.textHash)
    expect([refused.status, refused.error.field]).toEqual([400, 'everything'])
    const typed = { everything: ana.user.client.name }
    const sensitive = await save(priya, id, {
      ...criteria,
      filter: { all: [] },
      type_of_data: 'FIELDS',
      fields: ['email', 'field:Diagnosis'],
    })
    const bySource = { field: 'source_field', name: 'Diagnosis', op: 'in', values: ['Asthma'] } as const
    const condition = await save(priya, id, { ...criteria, filter: { ...bySource, values: ['Asthma'] }, future_only: true })
    expect((await submit(priya, id, condition.body.textHash)).error.field).toBe('sensitiveReason')
    await save(priya, id, criteria)
    const again = await save(priya, id, {
      ...criteria,
      filter: { all: [] },
      type_of_data: 'FIELDS',
      fields: ['email', 'field:Diagnosis'],
    })
    expect(again.body.textHash).toBe(sensitive.body.textHash)
    const health = await submit(priya, id, sensitive.body.textHash, typed)
    expect([health.error.field, health.error.detail]).toEqual(['sensitiveReason', expect.stringContaining('health')])
    const sent = await submit(priya, id, sensitive.body.textHash, { ...typed, sensitiveReason: 'Agreed with our patients' })
    expect(sent.body.state).toBe('SUBMITTED')
    expect((await versionsOf(priya, id)).versions[0]).toMatchObject({ sensitiveReason: 'Agreed with our patients' })
    expect((await versionsOf(ana, id)).versions[0]).toMatchObject({ state: 'submitted', sensitiveReason: null })
  })

  it('is told in a sentence what is wrong with a filter', async () => {
    const { priya, id, criteria } = await connected()
    const leaf = { field: 'tag', op: 'has_any', values: ['a'] } as const
    const tooDeep = { all: [{ any: [{ all: [{ any: [leaf] }] }] }] }
    const tooLong = { ...leaf, values: Array.from({ length: 150 }, (_, n) => `${n}`.padEnd(180, 'x')) }
    const tooMany = { ...leaf, values: Array.from({ length: 10_000 }, (_, n) => `v${n}`) }
    for (const filter of [
      tooDeep,
      tooLong,
      tooMany,
      { field: 'password', op: 'in', values: ['x'] },
      { field: 'owner', op: 'contains', values: ['(a+)+$'] },
    ]) {
      const refused = await save(priya, id, { ...criteria, filter: filter as Criteria['filter'] })
      expect(refused.status).toBe(400)
      expect(refused.error.detail.length).toBeGreaterThan(20)
    }
    expect((await versionsOf(priya, id)).versions).toEqual([])
  })
})

describe('An agency reviews what a company wants to share [PARTNER-02] [PARTNER-03]', () => {
  const submitted = async () => {
    const pair = await connected()
    const { body: draft } = await save(pair.priya, pair.id, pair.criteria)
    await submit(pair.priya, pair.id, draft.textHash)
    return { ...pair, textHash: draft.textHash }
  }

  it('reads sentence, fields and counts, and nobody’s name; the company reads that it is in review', async () => {
    const { ana, priya, id } = await submitted()
    expect((await lookAt(priya, id)).status).toBe('wait for approval')
    expect((await lookAt(ana, id)).status).toBe('in review')
    expect((await lookAt(priya, id)).status).toBe('in review')
    const { versions } = await versionsOf(ana, id)
    expect(versions).toMatchObject([{ version: 1, state: 'submitted', contacts: 2, criteria: null, by: null }])
    expect(versions[0]?.fields.map(({ key }) => key)).toContain('email')
    expect(JSON.stringify(versions)).not.toMatch(/Maya|Samir|Inés/)
    expect((await ana.call(getPreview, { params: { id } })).status).toBe(403)
  })

  it('accepts exactly the text that it read, once; a user who is no admin does not', async () => {
    const { ana, priya, id, textHash } = await submitted()
    const uma = await joinTeam(world, ana, { name: 'Uma' })
    const approve = (user: TestUser, hash: string) =>
      user.call(approveCriteria, { params: { id }, body: { textHash: hash, confirmPurpose: true } })
    expect((await approve(uma, textHash)).status).toBe(403)
    expect((await approve(ana, 'sha256:1')).error.code).toBe('STALE_VERSION')
    const both = await Promise.all([approve(ana, textHash), approve(ana, textHash)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await lookAt(priya, id)).toMatchObject({ status: 'in process', versionInForce: 1, pendingVersion: null })
    await emailTo(world, priya.email, /accepted what you share/)
  })

  it('asks for changes; the company sends version 2, and both read what changed', async () => {
    const { ana, priya, id, criteria } = await submitted()
    await ana.call(requestChanges, { params: { id }, body: { text: 'Please add radio leads.' } })
    expect((await lookAt(priya, id)).state).toBe('DRAFT')
    const { comments } = await versionsOf(priya, id)
    expect(comments).toMatchObject([{ kind: 'changes_requested', text: 'Please add radio leads.', by: ana.user.client.name }])
    const next = { ...criteria, filter: { field: 'tag', op: 'has_any', values: ['northlight', 'radio'] } as const }
    const { body: second } = await save(priya, id, { ...next, filter: { ...next.filter, values: [...next.filter.values] } })
    expect(second).toMatchObject({ version: 2, contacts: 3 })
    expect(second.changes.map(({ kind, text }) => [kind, wordsOf(text)])).toEqual([['added', expect.stringContaining('radio')]])
    await submit(priya, id, second.textHash)
    expect((await versionsOf(ana, id)).versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'submitted'],
      [1, 'returned'],
    ])
  })

  it('the company takes it back before it is decided; or the agency declines, and nothing was shared', async () => {
    const { priya, ana, id, textHash, criteria } = await submitted()
    await priya.call(withdrawCriteria, { params: { id }, body: {} })
    const late = await ana.call(approveCriteria, { params: { id }, body: { textHash, confirmPurpose: true } })
    expect(late.error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await versionsOf(ana, id)).versions).toEqual([])
    const { body: draft } = await save(priya, id, criteria)
    await submit(priya, id, draft.textHash)
    await ana.call(rejectConnection, { params: { id }, body: { reason: 'Not what we agreed on.' } })
    expect(await lookAt(priya, id)).toMatchObject({ status: 'canceled', ending: 'denied', reason: 'Not what we agreed on.' })
    const shared = await world.database.inClient(ana.user.clientId, (tx) => tx.selectFrom('contact').select('id').execute())
    expect(shared).toEqual([])
  })
})
