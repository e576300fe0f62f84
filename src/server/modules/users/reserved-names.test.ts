// No user and no account may have a name that could be mistaken for us.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClient, updateClient } from '#contract/clients.ts'
import { createClient, validateCreateRequest } from '#contract/signup/sign-up.ts'
import { createUser, inviteUsers } from '#contract/users/invitations.ts'
import { listUsers, updateUser } from '#contract/users/users.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let sol: TestUser
let maya: TestUser
let ida: TestUser
beforeAll(async () => {
  world = await startWorld()
  sol = await signUpStaff(world)
  maya = await world.signUp({ company: 'Harbor Law', name: 'Maya', lastname: 'Ellison' })
  ida = await joinTeam(world, maya, { name: 'Ida' })
})
afterAll(() => world.close())

const reason = 'Ticket 4711: asked by phone'
const [name, lastname] = ['Tributary', 'staff'] as const
const ours = 'Trіbutary  STAFF'
const email = 'puppet@example.com'

const checked = (company: string, user: { name: string; lastname: string }) =>
  world.call(validateCreateRequest, {
    body: { name: company, isAgency: false, users: [{ ...user, email, username: 'x', deleted: false, agency: false }] },
  })
const opened = (company: string, owner: { name: string; lastname: string }) =>
  sol.call(createClient, { body: { name: company, isAgency: false, owner: { ...owner, email } } })
const harmless = { name: 'Pat', lastname: 'Grey' }
const own = () => ({ id: maya.user.id })

type Door = [string, string, () => Promise<{ status: number; error: unknown }>]
const doors: Door[] = [
  ['for the account before sign-up', 'name', () => checked(ours, harmless)],
  ['for the user before sign-up', 'users.0.name', () => checked('Pat and Co', { name, lastname })],
  ['for an account that staff open', 'name', () => opened(ours, harmless)],
  ['for the owner of an account that staff open', 'owner.name', () => opened('Pat and Co', { name, lastname })],
  ['for an invited user', 'name', () => maya.call(createUser, { body: { name, lastname, email, role: 'user' } })],
  [
    'for one of several invited users',
    'name',
    () => maya.call(inviteUsers, { body: { users: [{ email, name: ours, lastname: 'X' }], role: 'user' } }),
  ],
  [
    'for a user whom staff invite',
    'name',
    () => sol.call(createUser, { body: { name, lastname, email, role: 'user', client_id: maya.user.clientId, reason } }),
  ],
  ['for oneself', 'name', () => maya.call(updateUser, { params: own(), body: { name, lastname } })],
  ['for another user', 'name', () => maya.call(updateUser, { params: { id: ida.user.id }, body: { name: ours } })],
  [
    'for a user whom staff rename',
    'name',
    () => sol.call(updateUser, { params: { id: ida.user.id }, body: { name, lastname, reason } }),
  ],
  ['for the own account', 'name', () => maya.call(updateClient, { params: { id: maya.user.clientId }, body: { name: ours } })],
]

describe('A name that could be mistaken for our staff', () => {
  it.each(doors)('is refused %s', async (_what, field, call) => {
    const { status, error } = await call()
    expect([status, error]).toMatchObject([
      400,
      { code: 'VALIDATION_FAILED', field, detail: expect.stringMatching(/^This name/) },
    ])
  })

  it('is refused in two steps as well, and what else is changed stays possible', async () => {
    expect((await maya.call(updateUser, { params: own(), body: { name } })).status).toBe(200)
    const second = await maya.call(updateUser, { params: own(), body: { lastname } })
    expect(second.error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'lastname' })
    expect((await maya.call(updateUser, { params: own(), body: { name: 'Maya', theme: 'dark' } })).status).toBe(200)
  })

  it('is replaced if a sign-up brings it past the form', async () => {
    const fake = await world.signUp({ company: 'Tributary Support', name, lastname, email: 'tributary.staff@example.com' })
    expect(fake.user).toMatchObject({ name: 'User', lastname: '' })
    expect((await fake.call(getClient, { params: { id: fake.user.clientId } })).body.name).toBe('User')
  })

  it('is not suggested for an invited address', async () => {
    await maya.call(inviteUsers, { body: { emails: ['tributary.support@example.com'], role: 'user' } })
    const { items } = (await maya.call(listUsers, { query: { search: 'tributary.support' } })).body
    expect(items).toMatchObject([{ name: 'User', lastname: '' }])
  })

  it('is fine in our own account', async () => {
    const client = { params: { id: sol.user.clientId }, body: { name: 'Tributary staff' } }
    expect((await sol.call(updateClient, client)).body.name).toBe('Tributary staff')
    expect((await sol.call(updateUser, { params: { id: sol.user.id }, body: { lastname: 'of Tributary support' } })).status).toBe(
      200,
    )
    const invited = { name: 'Tributary', lastname: 'Team', email: 'team@example.com', role: 'user' as const }
    expect((await sol.call(createUser, { body: invited })).status).toBe(201)
  })
})
