// Every call of the users API, made exactly as the specification writes it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { asWritten } from '#server/testing/as-written.ts'
import { changeUser, joinTeam, emailTo, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

type Call = ReturnType<typeof asWritten>

let world: World
let maya: TestUser
let tom: TestUser
let sol: TestUser
let asMaya: Call
let asSol: Call
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light', agency: true })
  tom = await joinTeam(world, maya, { name: 'Tom', lastname: 'Okafor' })
  sol = await signUpStaff(world)
  asMaya = asWritten(world, maya)
  asSol = asWritten(world, sol)
})
afterAll(() => world.close())

const userFields = {
  clientId: expect.any(String),
  email: expect.any(String),
  name: expect.any(String),
  lastname: expect.any(String),
}

describe('Before there is an account', () => {
  it('POST /clients_public/validate_create_request takes the payload of the sign-up form [API-01]', async () => {
    const owner = { lastname: 'Whitfield', name: 'Ana', email: 'ana@whitfield.example.com', username: 'Ana Whitfield' }
    const body = { name: 'Whitfield Ltd', isAgency: false, users: [{ ...owner, deleted: false, agency: false }] }
    const { status } = await asWritten(world)('users', 'POST /clients_public/validate_create_request', body)
    expect(status).toBe(200)
  })
})

describe('Users', () => {
  it('GET /users/email?email= answers the current user [API-02] [USER-04]', async () => {
    const { status, body } = await asMaya('users', `GET /users/email?email=${maya.email}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...userFields,
      id: maya.user.id,
      cognitoId: expect.any(String),
      status: 'ACTIVE',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      client: { name: 'Harbor Light' },
    })
  })

  it('GET /users/ and GET /users/?client_id= answer all users of the account without being asked for a page [API-04]', async () => {
    const ana = await world.signUp({ company: 'Six Ltd', name: 'Ana' })
    const asAna = asWritten(world, ana)
    for (const name of ['Bea', 'Cal', 'Dov', 'Eli', 'Fay', 'Gus']) {
      const email = `${name}@six.example.com`
      expect((await asAna('users', 'POST /users/', { name, lastname: 'Six', email, role: 'user' })).status).toBe(201)
    }
    for (const line of ['GET /users/', `GET /users/?client_id=${ana.user.clientId}`] as const) {
      const { status, body } = await asAna('users', line)
      expect([status, body.items.length, body['total']]).toEqual([200, 7, 7])
      expect(body.items[0]).toMatchObject({ ...userFields, role: 'user', status: 'INVITED', clientName: 'Six Ltd' })
    }
    const paged = await asAna('users', 'GET /users/?page=2&size=5')
    expect([paged.body.items.length, paged.body['total']]).toEqual([2, 7])
    expect((await asAna('users', 'GET /users/?page=1')).body.items).toHaveLength(5)
  })

  it('GET /users/{id}/ answers one of them, POST /users/ adds one, DELETE /users/{id}/ removes one [API-04]', async () => {
    const form = { name: 'Nora', lastname: 'Quist', email: 'nora@harbor.example.com', role: 'user' }
    const made = await asMaya('users', 'POST /users/', form)
    expect([made.status, made.body['status']]).toEqual([201, 'INVITED'])
    const id = String(made.body['id'])
    const { status, body } = await asMaya('users', `GET /users/${id}/`)
    expect([status, body]).toMatchObject([200, { ...form, id, clientName: 'Harbor Light', createdAt: expect.any(String) }])
    expect((await asMaya('users', `DELETE /users/${id}/`)).status).toBe(200)
    expect((await asMaya('users', `GET /users/${id}/`)).status).toBe(404)
  })

  it('PATCH /users/{id}/ needs no version: the last change wins, a stale one is still refused [API-04]', async () => {
    const line = `PATCH /users/${tom.user.id}/` as const
    const { body } = await asMaya('users', `GET /users/${tom.user.id}/`)
    const saved = await asMaya('users', line, { name: 'Tomas' })
    expect([saved.status, saved.body]).toMatchObject([200, { name: 'Tomas', lastname: 'Okafor' }])
    const stale = await asMaya('users', line, { version: body['version'], name: 'Thomas' })
    expect([stale.status, stale.error.code]).toEqual([409, 'STALE_VERSION'])
  })

  it('PATCH /users/{id}/ of oneself: ten changes at once all count, each on top of the one before [API-04]', async () => {
    const asTom = asWritten(world, tom)
    const line = `PATCH /users/${tom.user.id}/` as const
    const before = Number((await asTom('users', `GET /users/${tom.user.id}/`)).body['version'])
    const names = Array.from({ length: 10 }, (_, index) => `Tom ${index}`)
    const answers = await Promise.all(names.map((name) => asTom('users', line, { name })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { body } = await asTom('users', `GET /users/${tom.user.id}/`)
    expect(body['version']).toBe(before + 10)
    const { items } = (await maya.call(listAudit, { query: { action: 'user.updated', limit: 100 } })).body
    const mine = items.filter(({ objectId, actorId }) => objectId === tom.user.id && actorId === tom.user.id)
    const chain = mine.toReversed().flatMap(({ diff }) => (diff['name'] ? [diff['name']] : []))
    expect(chain.slice(1).map(([from]) => from)).toEqual(chain.slice(0, -1).map(([, to]) => to))
  })

  it('POST /users/{id}/change_status takes a status alone [API-03]', async () => {
    const line = `POST /users/${tom.user.id}/change_status` as const
    for (const status of ['SUSPENDED', 'ACTIVE'])
      expect(await asMaya('users', line, { status })).toMatchObject({ status: 200, body: { id: tom.user.id, status } })
  })

  it('POST /users/{id}/reset_password has no body [API-05]', async () => {
    expect(await asMaya('users', `POST /users/${tom.user.id}/reset_password`)).toMatchObject({
      status: 202,
      body: { sent: true },
    })
  })

  it('POST /users/resend_invitation?email= has no body [API-05]', async () => {
    const email = 'late@harbor.example.com'
    const { body } = await asMaya('users', 'POST /users/', { name: 'Lee', lastname: 'Late', email, role: 'user' })
    await changeUser(world, { user: { id: String(body['id']), clientId: maya.user.clientId } }, { invited_at: new Date(0) })
    expect((await asMaya('users', `POST /users/resend_invitation?email=${email}`)).status).toBe(202)
  })
})

describe('Clients', () => {
  const ownerFields = { ownerName: expect.any(String), ownerLastname: expect.any(String), ownerEmail: expect.any(String) }
  const row = { name: expect.any(String), ...ownerFields, status: expect.any(String), createdAt: expect.any(String) }

  it('GET /clients/?page=&size= is paged from 1, by 5 unless told otherwise [API-06] [API-22]', async () => {
    for (let index = 0; index < 5; index += 1) {
      const users = [
        {
          name: 'Ida',
          lastname: 'Owner',
          email: `ida${index}@many.example.com`,
          username: 'Ida Owner',
          deleted: false,
          agency: false,
        },
      ]
      expect((await asSol('users', 'POST /clients/', { name: `Many ${index}`, isAgency: false, users })).status).toBe(201)
    }
    const { status, body } = await asSol('users', 'GET /clients/?page=1&size=2')
    expect([status, body.items.length, Number(body['total']) >= 7]).toEqual([200, 2, true])
    expect(body.items[0]).toMatchObject(row)
    expect((await asSol('users', 'GET /clients/')).body.items).toHaveLength(5)
  })

  it('POST /clients/ takes the client and its owner in the shape of the check before sign-up [API-06] [VAL-08]', async () => {
    const owner = { lastname: 'Reyes', name: 'Inés', email: 'ines@reyes.example.com', username: 'Inés Reyes' }
    const body = { name: 'Reyes Studio', isAgency: true, users: [{ ...owner, deleted: false, agency: true }] }
    const made = await asSol('users', 'POST /clients/', body)
    expect([made.status, made.body]).toMatchObject([201, { name: 'Reyes Studio', type: 'AGENCY', status: 'pending' }])
    expect((await emailTo(world, owner.email, /invit/i)).text).toContain('Inés')
    const none = await asSol('users', 'POST /clients/', { name: 'Nobodys', isAgency: false })
    expect([none.status, none.error.field]).toEqual([400, 'owner'])
  })

  it('GET /clients/{id} and GET /clients/email?email= answer one client [API-06]', async () => {
    for (const line of [`GET /clients/${maya.user.clientId}`, `GET /clients/email?email=${maya.email}`] as const) {
      const { status, body } = await asMaya('users', line)
      expect([status, body]).toMatchObject([
        200,
        { ...row, id: maya.user.clientId, name: 'Harbor Light', ownerEmail: maya.email },
      ])
    }
  })

  it('PATCH /clients/{id} needs no version: the last change wins, a stale one is still refused [API-06]', async () => {
    const line = `PATCH /clients/${maya.user.clientId}` as const
    const { body } = await asMaya('users', `GET /clients/${maya.user.clientId}`)
    const names = ['Harbor One', 'Harbor Two', 'Harbor Three']
    const answers = await Promise.all(names.map((name) => asMaya('users', line, { name })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const last = await asMaya('users', line, { name: 'Harbor Light' })
    expect(last.body).toMatchObject({ name: 'Harbor Light', version: Number(body['version']) + 4 })
    const stale = await asMaya('users', line, { version: body['version'], name: 'Too Late' })
    expect([stale.status, stale.error.code]).toEqual([409, 'STALE_VERSION'])
  })

  it('POST /clients/{id}/status_change?status= works without a body; email, notification and audit then give no reason [API-06] [ADMIN-04]', async () => {
    const ana = await world.signUp({ company: 'Silent Ltd', name: 'Ana' })
    const line = `POST /clients/${ana.user.clientId}/status_change` as const
    const suspended = await asSol('users', `${line}?status=suspended`)
    expect([suspended.status, suspended.body]).toMatchObject([200, { client: { status: 'suspended', statusReason: null } }])
    const email = await emailTo(world, ana.email, /Silent Ltd is suspended/)
    expect(email.text).toContain('We suspended Silent Ltd. Its users can’t sign in until we restore it. Nothing was erased.')
    expect(email.text).not.toMatch(/reason|undefined|null/i)
    expect((await asSol('users', `${line}?status=active`)).status).toBe(200)
    const notifications = await eventually(async () => (await ana.call(listNotifications)).body.items ?? undefined)
    expect(notifications.map(({ data }) => Object.keys(data).toSorted())).toEqual([
      ['actor', 'status'],
      ['actor', 'status'],
    ])
    const { items } = (await ana.call(listAudit, { query: { action: 'client.status_changed' } })).body
    expect(items.map(({ reason }) => reason)).toEqual([null, null])
  })

  it('POST /clients/{id}/status_change?status=closing needs two staff users, and no reason either [API-06]', async () => {
    const ana = await world.signUp({ company: 'Leaving Ltd', name: 'Ana' })
    const line = `POST /clients/${ana.user.clientId}/status_change?status=closing` as const
    expect((await asSol('users', line)).body).toMatchObject({ awaitsSecondPerson: true })
    const second = await joinTeam(world, sol, { name: 'Ria', role: 'super_admin' })
    const { status, body } = await asWritten(world, second)('users', line)
    expect([status, body]).toMatchObject([200, { awaitsSecondPerson: false, client: { status: 'closing', statusReason: null } }])
    expect((await emailTo(world, ana.email, /Leaving Ltd will be closed/)).text).not.toMatch(/reason/i)
  })
})
