import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import {
  createGhostCompany,
  deleteGhostCompany,
  getGhostStatus,
  listGhostCompanies,
  renameGhostCompany,
} from '#contract/ghost-companies/companies.ts'
import { connectGhostSheet, getGhostSheet } from '#contract/ghost-companies/sheets.ts'
import { updateUser } from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { createCompany } from './testing/sheets.ts'

let world: World
let ana: TestUser
beforeAll(async () => {
  // No vendor is set up, and no sandbox runs.
  world = await startWorld({ args: ['--roles', 'api,identity,worker'] })
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', lastname: 'Whitfield', agency: true })
})
afterAll(() => world.close())

const create = (user: TestUser, name: string) => user.call(createGhostCompany, { body: { company_name: name } })
const rename = (user: TestUser, id: string, name: string, version?: number) =>
  user.call(renameGhostCompany, { params: { id }, body: { company_name: name, ...(version === undefined ? {} : { version }) } })
const namesFor = async (user: TestUser) =>
  (await user.call(listGhostCompanies, { query: {} })).body.items.map(({ company_name: name }) => name)
const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code]

describe('POST /ghost-companies/create', () => {
  it('creates a company for a client who has no account [PARTNER-09] [API-21]', async () => {
    const { status, body } = await create(ana, ' Atlas  Roofing ')
    expect([status, body]).toEqual([
      201,
      { id: body.id, company_name: body.company_name, agency_client_id: ana.user.clientId, status: 'created' },
    ])
    expect(body.company_name.trim()).toBe(body.company_name)
    const { body: known } = await ana.call(getGhostStatus, { params: { id: body.id } })
    expect(known).toEqual({
      id: body.id,
      status: 'created',
      googlesheet: false,
      rows: 0,
      last_sync_at: null,
      last_error: null,
      claimable: false,
    })
    const { items } = (await ana.call(listEvents, { query: { event: 'ghost_company.created' } })).body
    expect(items[0]).toMatchObject({ origin: 'user', actor: ana.email, object: body.company_name })
    const audit = (await ana.call(listAudit, { query: { object_type: 'ghost_company', object_id: body.id } })).body
    expect(audit.items).toMatchObject([{ action: 'ghost_company.created', actorKind: 'user' }])
  })

  it('refuses a name that the agency has already, in any case, and not one of another agency [VAL-10]', async () => {
    await create(ana, 'Straße Dental')
    for (const name of ['Straße Dental', 'STRASSE DENTAL', 'straße   dental']) {
      const answer = await create(ana, name)
      expect([...refusal(answer), answer.error.detail]).toEqual([409, 'COMPANY_EXISTS', 'company already exists'])
    }
    const omar = await world.signUp({ company: `Lumen ${newId()}`, name: 'Omar', agency: true })
    expect((await create(omar, 'Straße Dental')).status).toBe(201)
  })

  it('creates one company of two calls at once', async () => {
    const answers = await Promise.all([create(ana, 'Twin Oaks'), create(ana, 'twin oaks')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })

  it.each(['', '   ', 'x'.repeat(51), 'a\u0007b', '\u200B'])('refuses the name %j', async (name) => {
    expect(refusal(await create(ana, name))).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('A ghost company', () => {
  it('is renamed, unless the name is taken or somebody else was faster', async () => {
    const id = await createCompany(ana, 'Before')
    await createCompany(ana, 'Taken')
    expect((await rename(ana, id, 'After', 1)).body).toMatchObject({ company_name: 'After', version: 2, status: 'created' })
    expect(refusal(await rename(ana, id, 'Later', 1))).toEqual([409, 'STALE_VERSION'])
    expect(refusal(await rename(ana, id, 'TAKEN'))).toEqual([409, 'COMPANY_EXISTS'])
    expect((await rename(ana, id, 'AFTER')).body.company_name).toBe('AFTER')
  })

  it('is deleted, stays known as deleted, and its name is free again', async () => {
    const id = await createCompany(ana, 'Gone Soon')
    expect((await ana.call(deleteGhostCompany, { params: { id } })).body).toEqual({ deleted: true })
    expect((await ana.call(getGhostStatus, { params: { id } })).body).toMatchObject({ status: 'deleted', claimable: false })
    expect(await namesFor(ana)).not.toContain('Gone Soon')
    const answers = [
      await ana.call(deleteGhostCompany, { params: { id } }),
      await rename(ana, id, 'Back'),
      await ana.call(connectGhostSheet, { params: { id }, query: {}, body: { may_process: true } }),
      await ana.call(getGhostSheet, { params: { id } }),
    ]
    for (const answer of answers) expect(answer.status).toBe(404)
    expect((await create(ana, 'Gone Soon')).status).toBe(201)
    const { items } = (await ana.call(listEvents, { query: { event: 'ghost_company.deleted' } })).body
    expect(items[0]).toMatchObject({ object: 'Gone Soon' })
  })

  it('says that no OAuth URL was returned where Google is not set up [PARTNER-09] [SYNC-05]', async () => {
    const id = await createCompany(ana, 'No Google')
    const answer = await ana.call(connectGhostSheet, { params: { id }, query: {} })
    expect(refusal(answer)).toEqual([503, 'PROVIDER_NOT_SET_UP'])
    expect(answer.error.detail).toMatch(/^No OAuth URL returned from server/)
    expect((await ana.call(getGhostStatus, { params: { id } })).body.status).toBe('created')
  })

  it('gets no sheet before somebody stated that its data may be processed', async () => {
    const id = await createCompany(ana, 'Not Stated', false)
    const connect = (body: { may_process?: true }) => ana.call(connectGhostSheet, { params: { id }, query: {}, body })
    const answer = await connect({})
    expect([...refusal(answer), answer.error.detail]).toEqual([
      409,
      'ACTION_NOT_ALLOWED',
      'Confirm first that you may process the data of this company.',
    ])
    const hasStated = async () =>
      (await ana.call(listGhostCompanies, { query: {} })).body.items.find((one) => one.id === id)?.may_process
    expect(await hasStated()).toBe(false)
    expect((await connect({ may_process: true })).status).toBe(503)
    expect(await hasStated()).toBe(true)
    expect((await connect({})).status).toBe(503)
  })

  it('is connected for the own account only: agency_client_id is no other one', async () => {
    const id = await createCompany(ana, 'Elsewhere')
    const connect = (agencyId: string) =>
      ana.call(connectGhostSheet, { params: { id }, query: { agency_client_id: agencyId }, body: {} })
    expect(refusal(await connect(newId()))).toEqual([403, 'TENANT_MISMATCH'])
    expect((await connect(ana.user.clientId)).status).toBe(503)
  })
})

describe('Ghost companies are closed to', () => {
  it('another agency, which finds none', async () => {
    const id = await createCompany(ana, 'Private')
    const omar = await world.signUp({ company: `Lumen ${newId()}`, name: 'Omar', agency: true })
    expect(await namesFor(omar)).toEqual([])
    const params = { id }
    const answers = [
      await omar.call(getGhostStatus, { params }),
      await omar.call(getGhostSheet, { params }),
      await rename(omar, id, 'Mine'),
      await omar.call(connectGhostSheet, { params, query: {}, body: { may_process: true } }),
      await omar.call(deleteGhostCompany, { params }),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual([404, 'NOT_FOUND'])
  })

  it('users who do not administer the agency, who only read, and to companies', async () => {
    const id = await createCompany(ana, 'Read Only')
    const uma = await joinTeam(world, ana, { name: 'Uma' })
    expect((await uma.call(getGhostStatus, { params: { id } })).body.status).toBe('created')
    expect(await namesFor(uma)).toContain('Read Only')
    const priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
    for (const user of [uma, priya]) {
      expect(refusal(await create(user, 'Another'))).toEqual([403, 'FORBIDDEN'])
      expect(refusal(await user.call(deleteGhostCompany, { params: { id } }))).toEqual([403, 'FORBIDDEN'])
    }
    expect((await priya.call(listGhostCompanies, { query: {} })).status).toBe(403)
    expect((await priya.call(getGhostStatus, { params: { id } })).status).toBe(403)
  })

  it('staff, who only read', async () => {
    const id = await createCompany(ana, 'Looked At')
    const sol = await signUpStaff(world)
    expect((await sol.call(getGhostStatus, { params: { id } })).body).toMatchObject({ id, status: 'created' })
    const query = { client_id: ana.user.clientId }
    const { items } = (await sol.call(listGhostCompanies, { query })).body
    expect(items.map(({ company_name: name }) => name)).toContain('Looked At')
    expect((await rename(sol, id, 'Ours')).status).toBe(403)
    expect((await sol.call(deleteGhostCompany, { params: { id } })).status).toBe(403)
  })

  it('an admin who sees some companies only, except those among them and those they create [USER-08]', async () => {
    const [seen, hidden] = [await createCompany(ana, 'Seen Ltd'), await createCompany(ana, 'Hidden Ltd')]
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [seen] })
    expect(await namesFor(ben)).toEqual(['Seen Ltd'])
    expect((await ben.call(getGhostStatus, { params: { id: hidden } })).status).toBe(404)
    expect((await rename(ben, hidden, 'Found')).status).toBe(404)
    await rename(ana, hidden, 'Hidden Inc')
    await rename(ana, seen, 'Seen Inc')
    const activity = JSON.stringify((await ben.call(listEvents, { query: { limit: 100 } })).body)
    const audit = JSON.stringify((await ben.call(listAudit, { query: { limit: 100 } })).body)
    expect([activity.includes('Seen Inc'), audit.includes(seen)]).toEqual([true, true])
    for (const text of [activity, audit]) for (const trace of [hidden, 'Hidden']) expect(text).not.toContain(trace)
    expect((await create(ben, 'Own Ltd')).status).toBe(201)
    await eventually(async () => ((await namesFor(ben)).join() === 'Own Ltd,Seen Inc' ? true : undefined))
    const params = { id: ben.user.id }
    expect((await ana.call(updateUser, { params, body: { companies: [newId()] } })).error.field).toBe('companies')
    expect((await ana.call(updateUser, { params, body: { companies: [hidden] } })).status).toBe(200)
    await eventually(async () => ((await namesFor(ben)).join() === 'Hidden Inc' ? true : undefined))
  })
})
