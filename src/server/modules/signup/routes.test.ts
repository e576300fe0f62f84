import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateCreateRequest } from '#contract/signup/sign-up.ts'
import { listEvents } from '#contract/events/events.ts'
import { getOnboarding } from '#contract/onboarding.ts'
import { listStages } from '#contract/stages.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { startWorld, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const form = (company: string, email: string) => ({
  body: {
    name: company,
    isAgency: true,
    users: [{ lastname: 'Ellison', name: 'Maya', email, username: 'Maya Ellison', deleted: false as const, agency: true }],
  },
})

describe('The check before sign-up [API-01] [GATE-14] [VAL-13]', () => {
  it('accepts a free company name and a free email', async () => {
    const { status, body } = await world.call(validateCreateRequest, form('Fresh Start', 'maya@fresh.example.com'))
    expect([status, body]).toEqual([200, { valid: true }])
  })

  it('refuses a taken company name, in any case and with any spaces', async () => {
    await world.signUp({ company: 'Harbor Light' })
    const { status, error } = await world.call(validateCreateRequest, form('  harbor   LIGHT ', 'new@example.com'))
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: 'CLIENT_NAME_TAKEN', field: 'name', detail: expect.stringContaining('already exists') })
  })

  it('refuses the email of a user', async () => {
    const jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    const { status, error } = await world.call(validateCreateRequest, form('Another', jonah.email.toUpperCase()))
    expect([status, error.code, error.field]).toEqual([409, 'USER_EXISTS', 'email'])
  })

  it.each([
    ['an empty company name', form(' ', 'a@example.com'), 'Please enter your company name.'],
    ['a name of 51 characters', form('x'.repeat(51), 'a@example.com'), 'Use at most 50 characters.'],
    ['a control character in a name', form('Acme\u0007', 'a@example.com'), 'Control characters are not allowed.'],
    ['an address without a domain', form('Acme', 'a@'), 'Please enter a valid email address.'],
  ])('explains what is wrong with %s [VAL-01] [VAL-13]', async (_what, request, detail) => {
    const { status, error } = await world.call(validateCreateRequest, request)
    expect([status, error.code, error.detail]).toEqual([400, 'VALIDATION_FAILED', detail])
  })

  it('creates nothing: the same check passes again', async () => {
    for (let time = 0; time < 2; time += 1)
      expect((await world.call(validateCreateRequest, form('Twice', 'twice@example.com'))).status).toBe(200)
  })
})

describe('The first call after sign-up', () => {
  it('opens the account with its owner as Admin and all default data [USER-01] [USER-03] [USER-04]', async () => {
    const maya = await world.signUp({ company: 'Northwind', agency: true })
    expect(maya.user).toMatchObject({
      email: maya.email,
      name: 'Maya',
      lastname: 'Ellison',
      role: 'admin',
      status: 'ACTIVE',
      isOwner: true,
      isStaff: false,
      updatedAt: new Date().toISOString().slice(0, 10),
      client: { name: 'Northwind', type: 'AGENCY', timeZone: 'Europe/London', status: 'active' },
    })
    expect(maya.user.cognitoId).toMatch(/^[0-9a-f-]{36}$/)
    const stages = await maya.call(listStages)
    expect(stages.body.items.map((stage) => stage.name)).toEqual([
      'New',
      'Contacted',
      'Qualified',
      'Proposal',
      'Negotiation',
      'Won',
      'Lost',
    ])
    const { steps } = (await maya.call(getOnboarding)).body
    expect(steps.filter((step) => step.doneAt !== null).map((step) => step.step)).toEqual(['confirm_email'])
    const events = await maya.call(listEvents)
    expect(events.body.items.map((event) => event.event)).toEqual(expect.arrayContaining(['client.created', 'user.signed_up']))
  })

  it('opens one account when several tabs call at the same time', async () => {
    const theo = await world.signUp({ company: 'Marsh Roofing', name: 'Theo' })
    const again = await world.signIn(theo.email, theo.password)
    const answers = await Promise.all([1, 2, 3, 4].map(() => again.call(getUserByEmail, { query: { email: theo.email } })))
    expect(new Set(answers.map((answer) => answer.body.clientId))).toEqual(new Set([theo.user.clientId]))
  })

  it('keeps a sign-up whose company name was taken in the meantime, under the next free name', async () => {
    const [first, second] = [await world.signUp({ company: 'Cedar Care' }), await world.signUp({ company: 'cedar care' })]
    expect([first.user.client.name, second.user.client.name]).toEqual(['Cedar Care', 'cedar care 2'])
  })

  it('repairs names that bypassed the forms, and refuses no user [VAL-13]', async () => {
    const odd = await world.signUp({
      company: '\u200b \n ',
      name: '',
      lastname: `x\u202ey\nz ${'é'.repeat(80)}`,
      email: 'odd.name@example.com',
    })
    expect(odd.user.name).toBe('odd.name')
    expect([...odd.user.lastname]).toHaveLength(50)
    expect(odd.user.lastname.startsWith('x y z é')).toBe(true)
    expect(odd.user.client.name.startsWith('odd.name x y z')).toBe(true)
  })

  it('treats two company names that look the same as equal', async () => {
    await world.signUp({ company: 'Look Alike' })
    const { error } = await world.call(validateCreateRequest, form('Look\u200d Alike', 'alike@example.com'))
    expect(error.code).toBe('CLIENT_NAME_TAKEN')
    const check = (name: string) =>
      world.call(validateCreateRequest, form(name, 'alike@example.com'), { 'x-forwarded-for': '10.0.3.1' })
    expect((await check('L\u043E\u03BFk Alik\u0435')).error.code).toBe('CLIENT_NAME_TAKEN')
    await world.signUp({ company: 'Рост' })
    expect((await check('Poct')).status).toBe(200)
  })

  it('shows a user of the same account by email, and none of another account', async () => {
    const [ana, ben] = [await world.signUp({ company: 'Here' }), await world.signUp({ company: 'There' })]
    const answer = await ana.call(getUserByEmail, { query: { email: ben.email } })
    expect([answer.status, answer.error.code]).toEqual([404, 'NOT_FOUND'])
  })
})
