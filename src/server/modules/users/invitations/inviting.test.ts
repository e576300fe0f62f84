import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser, inviteUsers, resendInvitation } from '#contract/users/invitations.ts'
import { changeUserStatus, listUsers } from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { changeUser, joinTeam, emailTo, signUpPlainUser, takeUpInvitation } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const form = (name: string, more: object = {}) => ({
  body: { name, lastname: 'Okafor', email: `${name}@northlight.example.com`, role: 'user' as const, ...more },
})

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

describe('An invitation [API-04] [USER-06] [VAL-07]', () => {
  it("reserves the user's row, sends the email, and is in the activity and in the audit log [ADMIN-04]", async () => {
    const { status, body } = await ana.call(createUser, form('Eli'))
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Eli', status: 'INVITED', role: 'user', companies: 'all', isMasked: false })
    expect(Date.now() - Date.parse(body.invitedAt ?? '')).toBeLessThan(60_000)
    const { text } = await emailTo(world, 'eli@northlight.example.com', /^Ana .* invited you to Northlight on Tributary$/)
    expect(text).toMatch(/^Ana .* invited you to Northlight on Tributary\. Sign in as eli@northlight\.example\.com with the/m)
    expect(text).toContain('/?sign-in')
    const { items } = (await ana.call(listEvents, { query: { event: 'user.invited' } })).body
    expect(items.map(({ actor, object }) => [actor, object])).toContainEqual([ana.email, 'Eli@northlight.example.com'])
    const acts = (await ana.call(listAudit, { query: { object_type: 'user', object_id: body.id } })).body.items
    expect(acts).toHaveLength(1)
    expect(acts[0]).toMatchObject({
      action: 'user.invited',
      actorId: ana.user.id,
      diff: { name: [null, 'E••'], role: [null, 'user'] },
    })
    expect(JSON.stringify(acts)).not.toContain('northlight.example.com')
  })

  it('has no address that is the name of the account', async () => {
    const vik = await world.signUp({ company: 'Win at evil.com', name: 'Vik' })
    await vik.call(createUser, form('Guest'))
    const email = await emailTo(world, 'guest@northlight.example.com', /^Vik .* invited you to Tributary$/)
    expect(email.text).not.toContain('evil')
  })

  it('is refused for an address that a user has, in any account and in any case', async () => {
    for (const email of ['ELI@northlight.example.com', jonah.email, ana.email]) {
      const { status, error } = await ana.call(createUser, form('Twin', { email }))
      expect([status, error.code, error.field]).toEqual([409, 'USER_EXISTS', 'email'])
    }
  })

  it.each([
    [{ name: ' ' }, 'name', 'Please enter a first name.'],
    [{ lastname: '' }, 'lastname', 'Please enter a last name.'],
    [{ name: 'x'.repeat(51) }, 'name', 'Use at most 50 characters.'],
    [{ lastname: 'a\u0007' }, 'lastname', 'Control characters are not allowed.'],
    [{ email: '' }, 'email', 'Please enter a valid email address.'],
    [{ role: 'owner' }, 'role', expect.any(String)],
    [{ companies: ['all'] }, expect.stringContaining('companies'), expect.any(String)],
  ])('is refused with %j [VAL-06] [VAL-13]', async (wrong, field, detail) => {
    const { status, error } = await ana.call(createUser, form('Wrong', wrong))
    expect([status, error.code, error.field, error.detail]).toEqual([400, 'VALIDATION_FAILED', field, detail])
  })

  it('is refused to users without admin rights, and for other accounts [USER-02]', async () => {
    const uma = await signUpPlainUser(world, 'Plain Ltd')
    expect((await uma.call(createUser, form('Nobody'))).error.code).toBe('FORBIDDEN')
    expect((await uma.call(inviteUsers, { body: { emails: ['a@example.com'], role: 'user' } })).error.code).toBe('FORBIDDEN')
    for (const client_id of [ana.user.clientId, newId()])
      expect((await jonah.call(createUser, form('Nobody', { client_id }))).error.code).toBe('NOT_FOUND')
    expect((await world.call(createUser, form('Nobody'))).status).toBe(401)
  })

  it('limits users of an agency to companies, but not users of a company [USER-08]', async () => {
    expect((await ana.call(createUser, form('Lim', { companies: [] }))).body.companies).toEqual([])
    const { status, error } = await jonah.call(createUser, form('Lom', { companies: [] }))
    expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'companies'])
  })

  it('accepts no company that the agency is not connected to, whether it exists or not [USER-08]', async () => {
    for (const company of [jonah.user.clientId, newId()]) {
      const { status, error } = await ana.call(createUser, form('Lum', { companies: [company] }))
      expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'companies'])
      expect(error.detail).toBe("Your agency isn't connected to this company.")
    }
  })

  it('is sent as our own email to a user who already has a password, and the next sign-in opens the account', async () => {
    const email = 'known@example.com'
    await world.idp('SignUp', { Username: email, Password: 'a known long password' })
    await world.idp('ConfirmSignUp', { Username: email, ConfirmationCode: await world.codeFor(email) })
    await ana.call(createUser, form('Kim', { email }))
    const invitation = await emailTo(world, email, /^Ana .* invited you to Northlight on Tributary$/)
    expect(invitation.text).toContain('with your existing Tributary password')
    const kim = await world.signIn(email, 'a known long password')
    expect(kim.user).toMatchObject({ status: 'INVITED', clientId: ana.user.clientId, name: 'Kim' })
  })
})

describe('Inviting several users at once [USER-06]', () => {
  it('takes each address once, suggests names, and lists known addresses [VAL-07]', async () => {
    const emails = ['ben.holt@many.example.com', 'BEN.holt@many.example.com', 'dee@many.example.com', jonah.email]
    const { status, body } = await ana.call(inviteUsers, { body: { emails, role: 'admin' } })
    expect([status, body.skipped]).toEqual([201, [jonah.email]])
    expect(body.invited.map(({ name, lastname, role }) => [name, lastname, role])).toEqual([
      ['Ben', 'Holt', 'admin'],
      ['Dee', '', 'admin'],
    ])
    await emailTo(world, 'dee@many.example.com', /invited/)
    const again = await ana.call(inviteUsers, { body: { emails, role: 'user' } })
    expect([again.body.invited, again.body.skipped.length]).toEqual([[], 3])
  })

  it('keeps the given names, fills in those that the address has, and invents no last name [VAL-07]', async () => {
    const users = [
      { email: 'moss@named.example.com', name: ' Vic ', lastname: 'Moss' },
      { email: 'info+tag@named.example.com', name: 'Ivo' },
      { email: '4711@named.example.com' },
    ]
    const { status, body } = await ana.call(inviteUsers, { body: { users, emails: ['MOSS@named.example.com'], role: 'user' } })
    expect([status, body.skipped]).toEqual([201, []])
    expect(body.invited.map(({ email, name, lastname }) => [email, name, lastname])).toEqual([
      ['4711@named.example.com', '4711', ''],
      ['info+tag@named.example.com', 'Ivo', ''],
      ['moss@named.example.com', 'Vic', 'Moss'],
    ])
  })

  it.each([
    [{ name: '  ' }, 'users.0.name', 'Please enter a first name.'],
    [{ lastname: '' }, 'users.0.lastname', 'Please enter a last name.'],
    [{ name: 'x'.repeat(51) }, 'users.0.name', 'Use at most 50 characters.'],
    [{ email: '' }, 'users.0.email', 'Please enter a valid email address.'],
  ])('is refused with a user such as %j [VAL-07]', async (wrong, field, detail) => {
    const users = [{ email: 'wrong@named.example.com', ...wrong }]
    const { status, error } = await ana.call(inviteUsers, { body: { users, role: 'user' } })
    expect([status, error.code, error.field, error.detail]).toEqual([400, 'VALIDATION_FAILED', field, detail])
  })

  it('invites each user once when two admins send the same list at the same time', async () => {
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const emails = Array.from({ length: 12 }, (_, index) => `p${index}@both.example.com`)
    const lists = [emails, emails.toReversed()]
    const [one, two] = await Promise.all(
      [ana, ben].map((admin, index) => admin.call(inviteUsers, { body: { emails: lists[index] ?? [], role: 'user' } })),
    )
    expect([one?.status, two?.status]).toEqual([201, 201])
    expect((one?.body.invited.length ?? 0) + (two?.body.invited.length ?? 0)).toBe(12)
    expect((await ana.call(listUsers, { query: { search: '@both.' } })).body.total).toBe(12)
  })

  it.each([[[]], [['not an address']], [Array.from({ length: 101 }, (_, index) => `p${index}@example.com`)]])(
    'is refused for a list such as %j [VAL-13]',
    async (emails) => {
      expect((await ana.call(inviteUsers, { body: { emails, role: 'user' } })).error.code).toBe('VALIDATION_FAILED')
    },
  )
})

describe('An account that sends very many invitations', () => {
  const listOf = (name: string, length: number) => Array.from({ length }, (_, index) => `${name}${index}@flood.example.com`)
  const invite = (admin: TestUser, emails: string[]) => admin.call(inviteUsers, { body: { emails, role: 'user' } })

  it('is answered list by list, also with concurrent calls', async () => {
    const vera = await world.signUp({ company: 'Veras Lists', name: 'Vera' })
    const answers = await Promise.all(Array.from({ length: 16 }, (_, list) => invite(vera, listOf(`v${list}.`, 10))))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.every(({ body }) => body.invited.length === 10)).toBe(true)
  })

  it('is stopped after 200 in 24 hours, resent ones included', async () => {
    const wim = await world.signUp({ company: 'Wims Lists', name: 'Wim' })
    for (const name of ['one', 'two']) expect((await invite(wim, listOf(name, 100))).status).toBe(201)
    const { status, error } = await invite(wim, ['last@flood.example.com'])
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(error.detail).toContain('up to 200 invitations in 24 hours')
    const { body } = await wim.call(listUsers, { query: { status: 'INVITED' } })
    const guest = body.items[0] ?? wim.user
    await changeUser(world, { user: guest }, { invited_at: minutesAgo(11) })
    expect((await wim.call(resendInvitation, { query: { id: guest.id } })).status).toBe(429)
    expect((await wim.call(listUsers, { query: { search: 'last@flood.example.com' } })).body.total).toBe(0)
  })
})

describe('Resending an invitation [API-05]', () => {
  it('works after ten minutes, with a new password; the old email no longer works', async () => {
    const email = 'ida@northlight.example.com'
    const { body } = await ana.call(createUser, form('Ida'))
    const first = await world.codeFor(email)
    await changeUser(world, { user: body }, { invited_at: new Date() })
    const early = await ana.call(resendInvitation, { query: { email } })
    expect([early.status, early.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(early.error.detail).toContain('Try again in 10 minutes')
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(500)
    await changeUser(world, { user: body }, { invited_at: minutesAgo(11) })
    const sent = await ana.call(resendInvitation, { query: { email: email.toUpperCase() } })
    expect([sent.status, sent.body.sent]).toEqual([202, true])
    const second = await eventually(async () => {
      const code = await world.codeFor(email)
      return code === first ? undefined : code
    })
    await expect(takeUpInvitation(world, email, first)).rejects.toThrow(/NotAuthorized/)
    const token = await takeUpInvitation(world, email, second)
    const currentUser = await world.call(getUserByEmail, { query: { email } }, { authorization: `Bearer ${token}` })
    expect(currentUser.body.name).toBe('Ida')
    expect((await ana.call(resendInvitation, { query: { id: body.id } })).status).toBe(429)
  })

  it('happens once when two admins ask at the same time', async () => {
    const { body } = await ana.call(createUser, form('Joy'))
    await changeUser(world, { user: body }, { invited_at: minutesAgo(11) })
    const both = await Promise.all([1, 2].map(() => ana.call(resendInvitation, { query: { id: body.id } })))
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['202', '429'])
  })

  it('is refused for active users, to other accounts and users without admin rights, and without a user', async () => {
    const cho = await joinTeam(world, ana, { name: 'Cho' })
    const query = { email: cho.email }
    expect((await ana.call(resendInvitation, { query })).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await jonah.call(resendInvitation, { query })).error.code).toBe('NOT_FOUND')
    expect((await jonah.call(resendInvitation, { query: { id: cho.user.id } })).error.code).toBe('NOT_FOUND')
    expect((await cho.call(resendInvitation, { query })).error.code).toBe('FORBIDDEN')
    expect((await ana.call(resendInvitation, { query: { email: 'nobody@example.com' } })).error.code).toBe('NOT_FOUND')
    for (const wrong of [{}, { email: cho.email, id: cho.user.id }, { email: 'x' }])
      expect((await ana.call(resendInvitation, { query: wrong })).status).toBe(400)
  })

  it('is the only way for an invited user, who cannot be made active by others', async () => {
    const { body } = await ana.call(createUser, form('Lou'))
    const change = { params: { id: body.id }, body: { status: 'ACTIVE' as const } }
    const { status, error } = await ana.call(changeUserStatus, change)
    expect([status, error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(error.detail).toContain('resend the invitation')
  })
})
