import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { approveCriteria, getCriteria, withdrawCriteria } from '#contract/connections/agreements.ts'
import {
  acceptConnection,
  cancelConnection,
  createConnection,
  getInvitation,
  rejectConnection,
} from '#contract/connections/connections.ts'
import { listSeen } from '#contract/connections/ledger.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { listContacts } from '#contract/crm/records.ts'
import { deleteIntegration } from '#contract/integrations/integrations.ts'
import { createUser } from '#contract/users/invitations.ts'
import { changeUserStatus, leaveAccount } from '#contract/users/users.ts'
import { emailTo, joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { sweepDrafts } from '../jobs.ts'
import {
  arrive,
  invite,
  lookAt,
  openAgency,
  openSyncedCompany,
  saveDraft,
  sharePair,
  startSyncing,
  submitDraft,
  tokenFor,
  type Pair,
} from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** Priya's company has invited Ana's agency. */
const invited = async (): Promise<Pair> => {
  const [ana, { priya, criteria }] = [await openAgency(world), await openSyncedCompany(world)]
  const { id } = await invite(priya, ana.email)
  return { ana, priya, criteria, id }
}

const accept = (user: TestUser, id: string) => user.call(acceptConnection, { params: { id }, body: {} })

const password = 'my own long password'

/** Leaves the account, and joins another one. */
const moveTo = async (admin: TestUser, { user, email, call }: TestUser): Promise<TestUser> => {
  await call(leaveAccount, { params: { id: user.id } })
  await admin.call(createUser, { body: { name: 'Ben', lastname: 'Okafor', email, role: 'admin' } })
  const invitee = await world.signIn(email, password)
  await invitee.call(changeUserStatus, { params: { id: invitee.user.id }, body: { status: 'ACTIVE' } })
  return world.signIn(email, password)
}

const versionsOf = async (user: TestUser, id: string) =>
  (await user.call(getCriteria, { params: { id }, query: {} })).body.versions

describe('A company invites an agency and says at once what it would share [PARTNER-05] [PARTNER-06]', () => {
  it('the agency sees nothing of it before it accepts, reviews it right after, and gets exactly that', async () => {
    const pair = await invited()
    const { ana, priya, id, criteria } = pair
    expect((await lookAt(priya, id)).allowedActions).toEqual(['view', 'resend', 'cancel', 'save_criteria', 'submit'])
    const { body: draft } = await saveDraft(priya, id, criteria)
    expect(draft).toMatchObject({ version: 1, state: 'draft', contacts: 2, acknowledgedAt: null })
    const attached = await submitDraft(priya, id, draft.textHash)
    expect(attached.body).toMatchObject({ state: 'INVITED', pendingVersion: null })
    expect((await versionsOf(priya, id))[0]).toMatchObject({ state: 'draft', acknowledgedAt: expect.any(String) })

    expect(await lookAt(ana, id)).toMatchObject({ state: 'INVITED', integration: null, tag: null, typeOfData: null })
    expect(await versionsOf(ana, id)).toEqual([])
    const { body: link } = await world.call(getInvitation, { params: { token: await tokenFor(world, ana.email) } })
    expect(Object.keys(link)).toEqual(['connectionId', 'inviterName', 'inviterType', 'expiresAt'])

    expect((await accept(ana, id)).body).toMatchObject({ state: 'SUBMITTED', status: 'in review', pendingVersion: 1 })
    expect((await lookAt(priya, id)).status).toBe('wait for approval')
    expect((await emailTo(world, priya.email, /accepted your invitation/)).text).toContain('reviews next what you sent')
    expect(await versionsOf(ana, id)).toMatchObject([{ version: 1, state: 'submitted', contacts: 2, criteria: null }])
    const approved = await ana.call(approveCriteria, { params: { id }, body: { textHash: draft.textHash, confirmPurpose: true } })
    expect(approved.status).toBe(200)
    expect((await arrive(pair, 'ACTIVE')).versionInForce).toBe(1)
    const { body: audit } = await priya.call(listAudit, { query: { limit: 20 } })
    const entries = audit.items.filter(({ action }) => /criteria_attached|connection\.accepted/.test(action))
    expect(entries.map(({ action }) => action)).toEqual(['connection.accepted', 'connection.criteria_attached'])
  })

  it('both acknowledgements are needed; a later edit takes it out of the invitation [VAL-09]', async () => {
    const { ana, priya, id, criteria } = await invited()
    const { body: draft } = await saveDraft(priya, id, criteria)
    for (const missing of ['ackPersonalData', 'ackPolicy'])
      expect((await submitDraft(priya, id, draft.textHash, { [missing]: false })).error.field).toBe(missing)
    expect((await submitDraft(priya, id, 'sha256:0')).error.code).toBe('STALE_VERSION')
    const hana = await joinTeam(world, priya, { name: 'Hana' })
    expect((await submitDraft(hana, id, draft.textHash)).status).toBe(403)
    await submitDraft(priya, id, draft.textHash)
    const { body: edited } = await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    expect(edited).toMatchObject({ version: 1, acknowledgedAt: null })

    expect((await accept(ana, id)).body).toMatchObject({ state: 'DRAFT', pendingVersion: null })
    expect(await versionsOf(ana, id)).toEqual([])
    expect((await submitDraft(priya, id, edited.textHash)).body.state).toBe('SUBMITTED')
  })

  it('sharing everyone is confirmed by the name, and what matches nobody is refused', async () => {
    const { priya, id, criteria } = await invited()
    const { body: everyone } = await saveDraft(priya, id, { ...criteria, filter: { all: [] } })
    expect((await submitDraft(priya, id, everyone.textHash)).error.field).toBe('everything')
    expect((await submitDraft(priya, id, everyone.textHash, { everything: 'Brightsmile Dental' })).status).toBe(200)
    const nobody = { field: 'tag' as const, op: 'has_any' as const, values: ['nobody'] }
    const { body: empty } = await saveDraft(priya, id, { ...criteria, filter: nobody })
    expect((await submitDraft(priya, id, empty.textHash)).error.field).toBe('criteria')
  })

  it('the company takes it back after the agency accepted, and an invitation that ends shares nothing', async () => {
    const { ana, priya, id, criteria } = await invited()
    const { body: draft } = await saveDraft(priya, id, criteria)
    await submitDraft(priya, id, draft.textHash)
    await accept(ana, id)
    expect((await priya.call(withdrawCriteria, { params: { id }, body: {} })).body.state).toBe('DRAFT')
    expect(await versionsOf(ana, id)).toEqual([])
    await priya.call(cancelConnection, { params: { id }, body: {} })
    expect((await saveDraft(priya, id, criteria)).error.code).toBe('ACTION_NOT_ALLOWED')
  })

  it('without its source the agency still accepts, and the company chooses again', async () => {
    const { ana, priya, id, criteria } = await invited()
    const { body: draft } = await saveDraft(priya, id, criteria)
    await submitDraft(priya, id, draft.textHash)
    await priya.call(deleteIntegration, { params: { id: criteria.integration_id }, query: {} })
    expect((await accept(ana, id)).body).toMatchObject({ state: 'DRAFT', pendingVersion: null })
  })

  it('if the address moves to another agency meanwhile, the company acknowledges it again, and the first one learns nothing', async () => {
    const [ana, { priya, criteria }] = [await openAgency(world), await openSyncedCompany(world)]
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const { id } = await invite(priya, ben.email)
    const { body: draft } = await saveDraft(priya, id, criteria)
    await submitDraft(priya, id, draft.textHash)
    const moved = await moveTo(await openAgency(world), ben)
    const token = await tokenFor(world, ben.email)
    const accepted = await moved.call(acceptConnection, { params: { id }, body: { token } })
    expect(accepted.body).toMatchObject({ state: 'DRAFT', pendingVersion: null })
    expect((await lookAt(ana, id)).state).toBe('CANCELED')

    await submitDraft(priya, id, draft.textHash)
    await moved.call(approveCriteria, { params: { id }, body: { textHash: draft.textHash, confirmPurpose: true } })
    await arrive({ ana: moved, priya, id, criteria }, 'ACTIVE')
    await moved.call(listContacts, { query: {} })
    const seenBy = async (user: TestUser) => (await user.call(listSeen, { params: { id }, query: {} })).body.total
    expect([await seenBy(priya), await seenBy(moved), await seenBy(ana)]).toEqual([1, 1, 0])
  })

  it('an agency that invites has no criteria to send', async () => {
    const [ana, { priya, criteria }] = [await openAgency(world), await openSyncedCompany(world)]
    const { id } = await invite(ana, priya.email)
    expect((await saveDraft(priya, id, criteria)).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await saveDraft(ana, id, criteria)).status).toBe(403)
  })
})

describe('Inviting again after the end of a connection [PARTNER-05]', () => {
  const inviteAgain = (by: TestUser, partnerEmail: string, again: string) =>
    by.call(createConnection, { body: { name: 'Northlight', partnerEmail, again } })

  it('a company starts from what it shared, without what its source no longer has, and nothing is shared again', async () => {
    const tagged = { field: 'tag' as const, op: 'has_any' as const, values: ['northlight'] }
    const owned = { field: 'owner' as const, op: 'in' as const, values: ['owner-who-left'] }
    const { ana, priya, id } = await sharePair(world, { filter: { any: [tagged, owned] }, allow_export: true })
    expect((await inviteAgain(priya, ana.email, id)).error.code).toBe('ACTION_NOT_ALLOWED')
    await ana.call(cancelConnection, { params: { id }, body: { name: priya.user.client.name } })
    const stranger = await openAgency(world)
    expect((await inviteAgain(stranger, priya.email, id)).status).toBe(404)

    const { body: again } = await inviteAgain(priya, ana.email, id)
    expect(again).toMatchObject({ state: 'INVITED', versionInForce: null, pendingVersion: null, tag: 'northlight' })
    const [draft, ...others] = await versionsOf(priya, again.id)
    expect(others).toEqual([])
    expect(draft).toMatchObject({ version: 1, state: 'draft', acknowledgedAt: null, by: 'Priya Raman', allowsExport: true })
    expect(draft?.criteria?.filter).toEqual({ any: [tagged] })
    expect(draft?.leftOut).toEqual([expect.stringContaining('owner-who-left')])
    expect(await versionsOf(ana, again.id)).toEqual([])
    expect((await accept(ana, again.id)).body).toMatchObject({ state: 'DRAFT', versionInForce: null })

    expect((await submitDraft(priya, again.id, draft?.textHash ?? '')).body.state).toBe('SUBMITTED')
    expect(await versionsOf(ana, again.id)).toMatchObject([{ version: 1, leftOut: null }])
    await priya.call(withdrawCriteria, { params: { id: again.id }, body: {} })
    const saved = await saveDraft(priya, again.id, draft?.criteria as Criteria)
    expect(saved.body).toMatchObject({ version: 2, leftOut: null })
  })

  it('an agency that invites again finds no draft; the company has it once it accepts', async () => {
    const { ana, priya, id, criteria } = await invited()
    const { body: first } = await saveDraft(priya, id, criteria)
    await submitDraft(priya, id, first.textHash)
    await accept(ana, id)
    await ana.call(rejectConnection, { params: { id }, body: {} })
    const { body: again } = await inviteAgain(ana, priya.email, id)
    expect(await versionsOf(priya, again.id)).toEqual([])
    expect((await accept(priya, again.id)).body).toMatchObject({ state: 'DRAFT', integration: 'Airtable' })
    expect(await versionsOf(priya, again.id)).toMatchObject([{ version: 1, state: 'draft', leftOut: [], acknowledgedAt: null }])
    expect(await versionsOf(ana, again.id)).toEqual([])
  })

  it('starts from the same conditions if more would be shared without what is gone', async () => {
    const { ana, priya, id, criteria } = await invited()
    const filter = { all: [criteria.filter, { field: 'owner' as const, op: 'in' as const, values: ['owner-who-left'] }] }
    await saveDraft(priya, id, { ...criteria, filter })
    await accept(ana, id)
    await ana.call(cancelConnection, { params: { id }, body: {} })
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const { body: again } = await inviteAgain(priya, ben.email, id)
    const [draft] = await versionsOf(priya, again.id)
    expect([draft?.criteria?.filter, draft?.leftOut]).toEqual([filter, []])
  })

  it('starts from a draft that was never sent for 30 days, and then from what was sent before', async () => {
    const { ana, priya, id, criteria } = await sharePair(world)
    await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name } })
    const statesAfter = async (days: number) => {
      await sweepDrafts(world, new Date(Date.now() + days * 86_400_000))
      return (await versionsOf(priya, id)).map(({ state }) => state)
    }
    expect(await statesAfter(29)).toEqual(['draft', 'replaced'])
    expect(await statesAfter(31)).toEqual(['replaced'])
    const { body: again } = await inviteAgain(priya, ana.email, id)
    expect(again).toMatchObject({ typeOfData: 'BASIC' })
  })

  it('keeps a draft of a connection that goes on, however old it is', async () => {
    const { priya, id, criteria } = await sharePair(world)
    await saveDraft(priya, id, { ...criteria, type_of_data: 'OUTCOMES' })
    await sweepDrafts(world, new Date(Date.now() + 400 * 86_400_000))
    expect((await versionsOf(priya, id)).map(({ state }) => state)).toEqual(['draft', 'in_force'])
  })

  it('starts from nothing if the source is gone', async () => {
    const { ana, priya, id, criteria } = await invited()
    await saveDraft(priya, id, criteria)
    await accept(ana, id)
    await ana.call(cancelConnection, { params: { id }, body: {} })
    await priya.call(deleteIntegration, { params: { id: criteria.integration_id }, query: {} })
    await startSyncing(world, priya)
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const { body: again } = await inviteAgain(priya, ben.email, id)
    expect(await versionsOf(priya, again.id)).toEqual([])
  })
})
