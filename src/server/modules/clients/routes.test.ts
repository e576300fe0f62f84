import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getClient, getClientByEmail, listClients, updateClient } from '#contract/clients.ts'
import { listEvents } from '#contract/events/events.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { signUpPlainUser, signUpStaff } from '#server/testing/users.ts'
import { newId } from '#server/platform/ids.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let jonah: TestUser
let steward: TestUser
const companies = ['Harbor Light', 'Pratt and Sons', 'Marsh Roofing', 'Cedar Care', 'Quill & Co']
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  const users = []
  for (const company of companies) users.push(await world.signUp({ company, agency: company === 'Quill & Co' }))
  ;[maya, jonah] = users as [TestUser, TestUser]
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

describe('The list of clients', () => {
  it('shows staff five accounts at first, the newest on top, and the total [API-22]', async () => {
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

  it('shows the owner masked, and the number of users [ADMIN-01]', async () => {
    const { items } = (await steward.call(listClients, { query: { size: 100 } })).body
    const hers = items.find(({ id }) => id === maya.user.clientId)
    expect(hers).toMatchObject({ ownerId: maya.user.id, ownerName: 'M•••', ownerLastname: 'E••••••', isMasked: true, users: 1 })
    expect(hers?.ownerEmail).toMatch(/^m•+@e•+\.com$/)
    expect(JSON.stringify(items)).not.toMatch(/Ellison|example/)
  })

  it.each([{ colour: 'blue' }, { sort: 'owner:asc' }, { status: 'gone' }, { type: 'GHOST' }, { page: 0 }, { size: 101 }])(
    'rejects the query %j [API-22]',
    async (query) => {
      const { status } = await steward.call(listClients, { query: query as never })
      expect(status).toBe(400)
    },
  )

  it('is refused to the admin of an account [SHELL-05]', async () => {
    const { status, error } = await maya.call(listClients)
    expect([status, error.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('The profile of an account', () => {
  const change = (user: TestUser, body: object, id = user.user.clientId) => user.call(updateClient, { params: { id }, body })

  it('is changed by its admin, and all users see the change [USER-03]', async () => {
    const changed = await change(maya, { version: 1, name: ' Harbor  Lights ', timeZone: 'Asia/Tokyo', currency: 'JPY' })
    expect(changed.body).toMatchObject({ name: 'Harbor  Lights', timeZone: 'Asia/Tokyo', currency: 'JPY', version: 2 })
    const { client } = (await maya.call(getUserByEmail, { query: { email: maya.email } })).body
    expect(client).toEqual(changed.body)
  })

  it('keeps fields that the change does not name', async () => {
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
    [{ version: 1, currency: 'HRK' }, 'currency', 'Use a three-letter currency code such as USD.'],
    [{ version: 1, timeZone: 'Etc/GMT+5' }, 'timeZone', 'Use an IANA time zone such as Europe/London.'],
    [{ version: 0, name: 'No such version' }, 'version', expect.any(String)],
    [{ version: 1, is_internal: true }, undefined, 'Unknown field: is_internal.'],
    [{ version: 1, status: 'active' }, undefined, 'Unknown field: status.'],
  ])('is not changed by %j [VAL-08] [VAL-13]', async (body, field, detail) => {
    const { status, error } = await change(jonah, body)
    expect([status, error.code, error.field, error.detail]).toEqual([400, 'VALIDATION_FAILED', field, detail])
  })

  it('cannot take the name of another account, in any spelling [VAL-08]', async () => {
    const { status, error } = await change(jonah, { version: 1, name: 'MARSH  roofing' })
    expect([status, error.code, error.field]).toEqual([409, 'CLIENT_NAME_TAKEN', 'name'])
  })

  it('may change the case of its own name, and releases the old name', async () => {
    const [ana, ben] = [await world.signUp({ company: 'Old Name' }), await world.signUp({ company: 'Ben Ltd' })]
    expect((await change(ana, { version: 1, name: 'OLD NAME' })).status).toBe(200)
    expect((await change(ana, { version: 2, name: 'New Name' })).status).toBe(200)
    expect((await change(ben, { version: 1, name: 'old name' })).status).toBe(200)
  })

  it('is not changed with an older version', async () => {
    const ana = await world.signUp({ company: 'Ana Ltd' })
    await change(ana, { version: 1, currency: 'GBP' })
    const { status, error } = await change(ana, { version: 1, currency: 'EUR', name: 'Ana & Co' })
    expect([status, error.code]).toEqual([409, 'STALE_VERSION'])
    expect((await change(ana, { version: 2, name: 'Ana & Co' })).status).toBe(200)
  })

  it('records in the activity and the audit log what changed [ADMIN-04] [API-06]', async () => {
    const ana = await world.signUp({ company: 'Audited Ltd' })
    await change(ana, { version: 1, name: 'Audited & Co', currency: 'GBP' })
    const { items } = (await ana.call(listEvents)).body
    expect(items.find(({ event }) => event === 'client.updated')).toMatchObject({ origin: 'user', actor: ana.email })
    const entries = (await ana.call(listAudit, { query: { action: 'client.updated' } })).body.items
    expect(entries[0]).toMatchObject({
      actorKind: 'user',
      actorId: ana.user.id,
      diff: { clientName: ['Audited Ltd', 'Audited & Co'], currency: ['USD', 'GBP'] },
    })
  })

  it('is changed by staff for any account, and the account is notified [ADMIN-01] [ADMIN-04]', async () => {
    const ana = await world.signUp({ company: 'Misspeld Ltd' })
    const reason = 'Ticket 12: a typo'
    const changed = await change(steward, { version: 1, name: 'Misspelled Ltd', reason }, ana.user.clientId)
    expect(changed.body).toMatchObject({ name: 'Misspelled Ltd', version: 2 })
    const { items } = (await ana.call(listEvents)).body
    expect(items.find(({ event }) => event === 'client.updated')).toMatchObject({ origin: 'staff', actor: 'Tributary staff' })
    const entries = (await ana.call(listAudit, { query: { action: 'client.updated' } })).body.items
    expect(entries[0]).toMatchObject({ actorKind: 'staff', actorId: null, actorName: 'Tributary staff', reason })
  })

  it('is renamed by staff only with a reason; their own account and other changes need none', async () => {
    const ben = await world.signUp({ company: 'Ben & Sons' })
    const renamed = await change(steward, { name: 'Your bank' }, ben.user.clientId)
    expect([renamed.status, renamed.error]).toMatchObject([400, { code: 'VALIDATION_FAILED', field: 'reason' }])
    const same = await change(steward, { name: 'Ben & Sons', currency: 'EUR' }, ben.user.clientId)
    expect(same.body).toMatchObject({ name: 'Ben & Sons', currency: 'EUR' })
    const { name } = (await steward.call(getClient, { params: { id: steward.user.clientId } })).body
    expect((await change(steward, { name: `${name} north` })).status).toBe(200)
    expect((await change(steward, { name })).body.name).toBe(name)
  })

  it('is not found by the admin of another account [HTTP-08] [API-06]', async () => {
    const { status, error } = await change(jonah, { version: 1, name: 'Mine now' }, maya.user.clientId)
    expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('is refused without the role [SHELL-05]', async () => {
    const uma = await signUpPlainUser(world, 'Plain Ltd')
    const { status, error } = await change(uma, { version: 1, name: 'Mine now' })
    expect([status, error.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('One account', () => {
  const read = (user: TestUser, id: string) => user.call(getClient, { params: { id } })
  const readByEmail = (user: TestUser, email: string) => user.call(getClientByEmail, { query: { email } })

  it('is visible to its users, with the owner unmasked [API-06]', async () => {
    const answers = [await read(jonah, jonah.user.clientId), await readByEmail(jonah, jonah.email.toUpperCase())]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: jonah.user.clientId,
        name: 'Pratt and Sons',
        ownerName: 'Maya',
        ownerEmail: jonah.email,
        isMasked: false,
        users: 1,
        statusReason: null,
        closesAt: null,
      })
    }
  })

  it('is visible to staff by its id or an email, with the owner masked [ADMIN-01] [API-06]', async () => {
    const answers = [await read(steward, jonah.user.clientId), await readByEmail(steward, jonah.email)]
    for (const { body } of answers) {
      expect(body).toMatchObject({ id: jonah.user.clientId, isMasked: true, ownerName: 'M•••' })
      expect(JSON.stringify(body)).not.toContain('Ellison')
    }
    expect((await read(steward, steward.user.clientId)).body).toMatchObject({ isMasked: false, ownerEmail: steward.email })
  })

  it('is not found by anyone else, whether it exists or not [USER-01] [API-06]', async () => {
    const answers = [
      await read(maya, jonah.user.clientId),
      await read(maya, newId()),
      await readByEmail(maya, jonah.email),
      await readByEmail(maya, 'nobody@example.com'),
      await read(steward, newId()),
      await readByEmail(steward, 'nobody@example.com'),
    ]
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [404, 'NOT_FOUND']))
  })

  it('cannot be requested with an invalid id or email', async () => {
    expect((await read(maya, 'seven')).error.code).toBe('NOT_FOUND')
    expect((await readByEmail(maya, 'not an address')).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'email' })
  })
})
