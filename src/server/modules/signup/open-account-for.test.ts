import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getClient } from '#contract/clients.ts'
import { createClient } from '#contract/signup/sign-up.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import { listEvents } from '#contract/events/events.ts'
import { getOnboarding } from '#contract/onboarding.ts'
import { listStages } from '#contract/stages.ts'
import { termsVersion } from '#contract/signup/terms.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { changeUserStatus } from '#contract/users/users.ts'
import { signUpStaff, takeUpInvitation } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let sol: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  sol = await signUpStaff(world)
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const form = (name: string, email: string, more: object = {}) => ({
  body: { name, isAgency: true, owner: { name: 'Rosa', lastname: 'Beck', email }, timeZone: 'America/Denver', ...more },
})

describe('An account that staff open for a user [API-06] [ADMIN-01]', () => {
  it('is pending until its owner accepts the invitation, and then belongs to the owner [ADMIN-04] [GATE-20]', async () => {
    const email = 'rosa@summit.example.com'
    const { status, body } = await sol.call(createClient, form('Summit Movers', email, { currency: 'EUR' }))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Summit Movers',
      type: 'AGENCY',
      status: 'pending',
      currency: 'EUR',
      timeZone: 'America/Denver',
      ownerName: 'R•••',
      isMasked: true,
      users: 1,
    })
    const token = await takeUpInvitation(world, email, await world.codeFor(email))
    const asRosa = { authorization: `Bearer ${token}` }
    const rosa = await world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, asRosa)
    expect(rosa.body).toMatchObject({ isOwner: true, role: 'admin', status: 'INVITED', client: { status: 'active' } })
    const joined = { params: { id: rosa.body.id }, body: { status: 'ACTIVE' as const } }
    expect((await world.call(changeUserStatus, joined, asRosa)).body.status).toBe('ACTIVE')
    expect((await sol.call(getClient, { params: { id: body.id } })).body.status).toBe('active')
    const stages = await world.call(listStages, {}, asRosa)
    expect(stages.body.items).toHaveLength(7)
    const acts = (await world.call(listAudit, { query: { limit: 10 } }, asRosa)).body.items
    expect(acts.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['user.joined', 'user'],
      ['user.terms_accepted', 'user'],
      ['client.status_changed', 'system'],
      ['user.invited', 'staff'],
      ['client.created', 'staff'],
    ])
    expect(acts.find(({ action }) => action === 'user.invited')?.objectId).toBe(rosa.body.id)
    const { items } = (await world.call(listEvents, { query: { limit: 10 } }, asRosa)).body
    expect(items.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['client.created', 'user.invited', 'client.status_changed', 'user.joined']),
    )
  })

  const arriveAt = async (email: string, temporary: string) => {
    const token = await takeUpInvitation(world, email, temporary)
    const asRosa = { authorization: `Bearer ${token}` }
    return { asRosa, arrive: () => world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, asRosa) }
  }

  const setStatus = (id: string, status: 'suspended' | 'active') =>
    sol.call(changeClientStatus, { params: { id }, query: { status }, body: { reason: 'A question of ours' } })

  it('belongs to its owner after it was suspended during their sign-in', async () => {
    const email = 'rosa@halted.example.com'
    const { id } = (await sol.call(createClient, form('Halted Movers', email))).body
    // Suspending sends an email too: the invitation is read before it.
    const temporary = await world.codeFor(email)
    await setStatus(id, 'suspended')
    const { asRosa, arrive } = await arriveAt(email, temporary)
    expect((await arrive()).status).toBe(423)
    expect((await setStatus(id, 'active')).body.client.status).toBe('active')
    const { body: rosa } = await arrive()
    expect(rosa).toMatchObject({ status: 'INVITED', client: { status: 'active' } })
    await world.call(changeUserStatus, { params: { id: rosa.id }, body: { status: 'ACTIVE' } }, asRosa)
    const { steps } = (await world.call(getOnboarding, {}, asRosa)).body
    expect(steps.find(({ step }) => step === 'confirm_email')?.doneAt).not.toBeNull()
  })

  it('does not stay pending when its owner joins it', async () => {
    const email = 'rosa@still.example.com'
    const { id } = (await sol.call(createClient, form('Still Movers', email))).body
    const { asRosa, arrive } = await arriveAt(email, await world.codeFor(email))
    const rosa = (await arrive()).body
    await world.database.asSystem('test: as if nobody had come', (tx) =>
      tx.updateTable('client').set({ status: 'pending' }).where('client_id', '=', id).execute(),
    )
    await world.call(changeUserStatus, { params: { id: rosa.id }, body: { status: 'ACTIVE' } }, asRosa)
    expect((await arrive()).body.client.status).toBe('active')
    const acts = (await world.call(listAudit, { query: { action: 'client.status_changed' } }, asRosa)).body.items
    expect(acts.map(({ actorId }) => actorId)).toEqual([rosa.id, null])
  })

  it('is refused if the name or the address is taken, and leaves nothing behind', async () => {
    const taken = await sol.call(createClient, form('pratt  AND sons', 'free@example.com'))
    expect([taken.status, taken.error.code, taken.error.field]).toEqual([409, 'CLIENT_NAME_TAKEN', 'name'])
    const known = await sol.call(createClient, form('Lumen Law', jonah.email.toUpperCase()))
    expect([known.status, known.error.code, known.error.field]).toEqual([409, 'USER_EXISTS', 'owner.email'])
    expect((await sol.call(createClient, form('Lumen Law', 'free@example.com'))).status).toBe(201)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ owner: { name: '', lastname: 'Beck', email: 'a@example.com' } }, 'owner.name'],
    [{ owner: { name: 'Rosa', lastname: 'Beck', email: 'nowhere' } }, 'owner.email'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ currency: 'euro' }, 'currency'],
  ])('is refused with %j [VAL-13]', async (wrong, field) => {
    const { error } = await sol.call(createClient, form('Fine', 'fine@example.com', wrong))
    expect([error.code, error.field]).toEqual(['VALIDATION_FAILED', field])
  })

  it('cannot be opened by the admin of another account [SHELL-05]', async () => {
    expect((await jonah.call(createClient, form('Mine too', 'mine@example.com'))).error.code).toBe('FORBIDDEN')
  })
})

describe('An account that a user opens by signing up', () => {
  it('starts with its first entries in the audit log [ADMIN-04] [USER-03]', async () => {
    const acts = (await jonah.call(listAudit)).body.items
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user.terms_accepted', jonah.user.id],
      ['user.signed_up', jonah.user.id],
      ['client.created', jonah.user.id],
    ])
  })
})
