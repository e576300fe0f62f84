import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser } from '#contract/users/invitations.ts'
import { deleteUser, getUser, listUsers } from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam, signUpPlainUser } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
let cho: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', lastname: 'Whitfield', agency: true })
  cho = await joinTeam(world, ana, { name: 'Cho', lastname: 'Tanaka', companies: [] })
  for (const name of ['Dee', 'Eli', 'Fay', 'Gus'])
    await ana.call(createUser, {
      body: { name, lastname: 'Marsh', email: `${name}@northlight.example.com`, role: name === 'Dee' ? 'admin' : 'user' },
    })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah', lastname: 'Pratt' })
})
afterAll(() => world.close())

const names = async (query: object, user = ana): Promise<string[]> =>
  (await user.call(listUsers, { query })).body.items.map(({ name }) => name)

describe('The users of an account [API-04] [USER-06]', () => {
  it('are five on a page, the newest on top, with the number of each status; without a page all are returned', async () => {
    const { status, body } = await ana.call(listUsers, { query: { page: 1 } })
    expect([status, body.total]).toEqual([200, 6])
    expect(body.items.map(({ name }) => name)).toEqual(['Gus', 'Fay', 'Eli', 'Dee', 'Cho'])
    expect(body.counts).toEqual({ ACTIVE: 2, INVITED: 4, SUSPENDED: 0, INACTIVE: 0 })
    expect((await ana.call(listUsers)).body.items).toHaveLength(6)
  })

  it('are shown unmasked to users of the same account, with role, status and companies [USER-02]', async () => {
    const { items } = (await cho.call(listUsers, { query: { size: 100 } })).body
    expect(items.find(({ id }) => id === cho.user.id)).toMatchObject({
      email: cho.email,
      lastname: 'Tanaka',
      role: 'user',
      status: 'ACTIVE',
      isOwner: false,
      isMasked: false,
      companies: [],
      clientName: 'Northlight',
      updatedAt: new Date().toISOString().slice(0, 10),
    })
    expect(items.find(({ name }) => name === 'Ana')).toMatchObject({ isOwner: true, role: 'admin', companies: 'all' })
    expect(items.find(({ name }) => name === 'Eli')).toMatchObject({ status: 'INVITED', lastSeenAt: null })
  })

  it('come in pages that count from one, also from the end', async () => {
    expect(await names({ page: 2 })).toEqual(['Ana'])
    expect(await names({ page: 2, size: 4 })).toEqual(['Cho', 'Ana'])
    expect(await names({ page: 3, size: 2 })).toEqual(['Cho', 'Ana'])
    expect(await names({ page: 99 })).toEqual([])
  })

  it('can be sorted by name, both ways', async () => {
    expect(await names({ sort: 'name:asc', size: 3 })).toEqual(['Ana', 'Cho', 'Dee'])
    expect(await names({ sort: 'name:desc', size: 3 })).toEqual(['Gus', 'Fay', 'Eli'])
    expect(await names({ sort: 'name:asc', size: 4, page: 2 })).toEqual(['Fay', 'Gus'])
    expect(await names({ sort: 'created_at:asc', size: 2 })).toEqual(['Ana', 'Cho'])
  })

  it.each([
    [{ search: 'tana' }, ['Cho']],
    [{ search: 'ANA whit' }, ['Ana']],
    [{ search: 'fay@north' }, ['Fay']],
    [{ search: '%' }, []],
    [{ search: '_' }, []],
    [{ status: 'ACTIVE' }, ['Cho', 'Ana']],
    [{ status: 'INACTIVE' }, []],
    [{ role: 'admin' }, ['Dee', 'Ana']],
    [{ role: 'admin', status: 'INVITED', search: 'marsh' }, ['Dee']],
  ])('are found by %j', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  it.each([
    { sort: 'email:asc' },
    { status: 'GONE' },
    { role: 'owner' },
    { size: 101 },
    { page: 0 },
    { search: '' },
    { colour: 1 },
  ])('are not filtered by %j [VAL-13]', async (query) => {
    expect((await ana.call(listUsers, { query: query as never })).status).toBe(400)
  })

  it("are those of the caller's account, even if another account is asked for [USER-01]", async () => {
    expect(await names({}, jonah)).toEqual(['Jonah'])
    expect(await names({ client_id: jonah.user.clientId }, jonah)).toEqual(['Jonah'])
    for (const client_id of [ana.user.clientId, newId()])
      expect((await jonah.call(listUsers, { query: { client_id } })).error.code).toBe('NOT_FOUND')
  })

  it('are shown to every user of the account, and not without signing in', async () => {
    const uma = await signUpPlainUser(world, 'Plain Ltd')
    expect((await uma.call(listUsers)).body.total).toBe(1)
    expect((await world.call(listUsers)).status).toBe(401)
  })
})

describe('One user [API-04]', () => {
  it('is visible in their account, and not found by others', async () => {
    const params = { id: cho.user.id }
    expect((await ana.call(getUser, { params })).body).toMatchObject({ id: cho.user.id, email: cho.email, isMasked: false })
    expect((await cho.call(getUser, { params })).body.id).toBe(cho.user.id)
    expect((await jonah.call(getUser, { params })).error.code).toBe('NOT_FOUND')
    expect((await ana.call(getUser, { params: { id: newId() } })).error.code).toBe('NOT_FOUND')
    expect((await ana.call(getUser, { params: { id: 'cho' } })).error.code).toBe('NOT_FOUND')
  })

  it('who was removed is not found in their account, in the list, by id and by email [API-02]', async () => {
    const [gus] = (await ana.call(listUsers, { query: { search: 'gus@' } })).body.items
    await ana.call(deleteUser, { params: { id: gus?.id ?? '' }, query: {} })
    expect(await names({ search: 'gus' })).toEqual([])
    expect((await ana.call(listUsers)).body).toMatchObject({ total: 5, counts: { INACTIVE: 0, INVITED: 3 } })
    expect((await ana.call(getUser, { params: { id: gus?.id ?? '' } })).error.code).toBe('NOT_FOUND')
    expect((await ana.call(getUserByEmail, { query: { email: gus?.email ?? '' } })).error.code).toBe('NOT_FOUND')
  })
})
