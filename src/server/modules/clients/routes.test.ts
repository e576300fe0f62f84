import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listClients, updateClient } from '#contract/clients.ts'
import { getUserByEmail } from '#contract/users.ts'
import { signUpPlainUser, signUpStaff } from '#server/testing/people.ts'
import { startWorld, type Person, type World } from '#server/testing/world.ts'

let world: World
let maya: Person
let jonah: Person
let steward: Person
const companies = ['Harbor Light', 'Pratt and Sons', 'Marsh Roofing', 'Cedar Care', 'Quill & Co']
beforeAll(async () => {
  world = await startWorld()
  const people = []
  for (const company of companies) people.push(await world.signUp({ company, agency: company === 'Quill & Co' }))
  ;[maya, jonah] = people as [Person, Person]
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

describe('the list of clients', () => {
  it('shows our own people five accounts at first, the newest on top, and how many there are [API-22]', async () => {
    const { status, body } = await steward.call(listClients)
    expect([status, body.total]).toEqual([200, 6])
    expect(body.items.map(({ name }) => name)).toEqual(['Tributary', ...companies.toReversed()].slice(0, 5))
  })

  it('has pages that count from one', async () => {
    const names = async (query: object) => (await steward.call(listClients, { query })).body.items.map(({ name }) => name)
    expect(await names({ page: 2 })).toEqual(['Harbor Light'])
    expect(await names({ page: 2, size: 2 })).toEqual(['Cedar Care', 'Marsh Roofing'])
    expect(await names({ page: 99 })).toEqual([])
  })

  it('tells of the owner by name, and of their address only its beginning and its domain', async () => {
    const { items } = (await steward.call(listClients, { query: { size: 100 } })).body
    const hers = items.find(({ id }) => id === maya.user.clientId)
    expect(hers).toMatchObject({ ownerName: 'Maya', ownerLastname: 'Ellison', ownerEmail: 'm•••@example.com', type: 'COMPANY' })
    expect(JSON.stringify(items)).not.toContain(maya.email)
  })

  it('is not for the admin of an account [SHELL-05]', async () => {
    const { status, error } = await maya.call(listClients)
    expect([status, error.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('the profile of an account', () => {
  const change = (person: Person, body: object, id = person.user.clientId) =>
    person.call(updateClient, { params: { id }, body: body as never })

  it('is changed by its admin, and the change is what everybody reads [USER-03]', async () => {
    const changed = await change(maya, { version: 1, name: ' Harbor  Lights ', timeZone: 'Asia/Tokyo', currency: 'JPY' })
    expect(changed.body).toMatchObject({ name: 'Harbor  Lights', timeZone: 'Asia/Tokyo', currency: 'JPY', version: 2 })
    const { client } = (await maya.call(getUserByEmail, { query: { email: maya.email } })).body
    expect(client).toEqual(changed.body)
  })

  it('keeps what the change does not name', async () => {
    const theo = await world.signUp({ company: 'Theo Ltd', name: 'Theo' })
    const changed = await change(theo, { version: 1, currency: 'GBP' })
    expect(changed.body).toMatchObject({ name: 'Theo Ltd', timeZone: 'Europe/London', currency: 'GBP' })
  })

  it.each([
    [{ version: 1, name: '' }, 'name', 'Please enter your company name.'],
    [{ version: 1, name: 'x'.repeat(51) }, 'name', 'Use at most 50 characters.'],
    [{ version: 1, name: '\u202Egnp' }, 'name', 'Control characters are not allowed.'],
    [{ version: 1, timeZone: 'Mars/Olympus' }, 'timeZone', 'Use an IANA time zone such as Europe/London.'],
    [{ version: 1, currency: 'euro' }, 'currency', 'Use a three-letter currency code such as USD.'],
    [{ name: 'No version' }, 'version', expect.any(String)],
    [{ version: 1, is_internal: true }, undefined, 'is_internal is not known here.'],
    [{ version: 1, status: 'active' }, undefined, 'status is not known here.'],
  ])('is not changed by %j [VAL-08] [VAL-13]', async (body, field, detail) => {
    const { status, error } = await change(jonah, body)
    expect([status, error.code, error.field, error.detail]).toEqual([400, 'VALIDATION_FAILED', field, detail])
  })

  it('cannot take the name of another, however it is written [VAL-08]', async () => {
    const { status, error } = await change(jonah, { version: 1, name: 'MARSH  roofing' })
    expect([status, error.code, error.field]).toEqual([409, 'CLIENT_NAME_TAKEN', 'name'])
  })

  it('may change the case of its own name, and gives the old name free', async () => {
    const [ana, ben] = [await world.signUp({ company: 'Old Name' }), await world.signUp({ company: 'Ben Ltd' })]
    expect((await change(ana, { version: 1, name: 'OLD NAME' })).status).toBe(200)
    expect((await change(ana, { version: 2, name: 'New Name' })).status).toBe(200)
    expect((await change(ben, { version: 1, name: 'old name' })).status).toBe(200)
  })

  it('is not there for the admin of another account, nor for our own people [HTTP-08]', async () => {
    for (const stranger of [jonah, steward]) {
      const { status, error } = await change(stranger, { version: 1, name: 'Mine now' }, maya.user.clientId)
      expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('is not for somebody without the role [SHELL-05]', async () => {
    const uma = await signUpPlainUser(world, 'Plain Ltd')
    const { status, error } = await change(uma, { version: 1, name: 'Mine now' })
    expect([status, error.code]).toEqual([403, 'FORBIDDEN'])
  })
})
