import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications, setEmailPreferences } from '#contract/notifications.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser } from '#contract/users/invitations.ts'
import {
  changeUserStatus,
  clearUserFactors,
  deleteUser,
  getUser,
  listUsers,
  resetUserPassword,
  updateUser,
} from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { changeUser, joinTeam, emailTo } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { tamper } from '../audit/testing.ts'
import { userJobs } from './jobs.ts'

let world: World
let ana: TestUser
let ben: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  ben = await joinTeam(world, ana, { name: 'Ben', lastname: 'Holt', role: 'admin' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const change = (by: TestUser, whom: { user: { id: string } }, status: 'ACTIVE' | 'SUSPENDED' | 'INVITED', reason?: string) =>
  by.call(changeUserStatus, { params: { id: whom.user.id }, body: { status, ...(reason === undefined ? {} : { reason }) } })

const remove = (by: TestUser, whom: { user: { id: string } }, dry_run?: unknown) =>
  by.call(deleteUser, { params: { id: whom.user.id }, query: dry_run === undefined ? {} : { dry_run: String(dry_run) } })

const signInFails = (user: TestUser) =>
  eventually(() =>
    world.signIn(user.email, user.password).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  )

describe('Suspending a user [USER-06] [USER-07] [API-03]', () => {
  it('stops an open session immediately, ends the sign-in, and is notified, recorded and undone [ADMIN-04]', async () => {
    const cho = await joinTeam(world, ana, { name: 'Cho', lastname: 'Tanaka' })
    expect((await cho.call(listEvents)).status).toBe(200)
    const suspended = await change(ana, cho, 'SUSPENDED', 'Left the team')
    expect(suspended.body).toMatchObject({ status: 'SUSPENDED', id: cho.user.id })
    // The row takes effect immediately; once the identity provider has followed, the token itself is invalid.
    expect([401, 403]).toContain((await eventually(async () => after(await cho.call(listEvents)))).status)
    expect(await signInFails(cho)).toContain('disabled')
    expect((await emailTo(world, cho.email, /Northlight is suspended/)).text).toContain('Left the team')
    const [bell] = (await ben.call(listNotifications)).body.items
    expect(bell).toMatchObject({
      kind: 'user.suspended',
      data: { name: 'Cho Tanaka', actor: ana.email, reason: 'Left the team' },
    })
    expect((await ana.call(listNotifications)).body.items.map(({ kind }) => kind)).not.toContain('user.suspended')

    expect((await change(ben, cho, 'ACTIVE')).body.status).toBe('ACTIVE')
    await emailTo(world, cho.email, /is restored/)
    const again = await eventually(() => world.signIn(cho.email, cho.password).catch(() => undefined))
    expect((await again.call(listEvents)).status).toBe(200)
    const acts = (await ana.call(listAudit, { query: { object_type: 'user', object_id: cho.user.id, limit: 2 } })).body.items
    expect(acts.map(({ action, actorId, reason, diff }) => [action, actorId, reason, diff['status']])).toEqual([
      ['user.restored', ben.user.id, null, ['SUSPENDED', 'ACTIVE']],
      ['user.suspended', ana.user.id, 'Left the team', ['ACTIVE', 'SUSPENDED']],
    ])
    const { items } = (await ana.call(listEvents, { query: { event: 'user.suspended' } })).body
    expect(items[0]).toMatchObject({ actor: ana.email, object: cho.email, origin: 'user' })
  })

  it('twice, or of an invited user, is refused with what is possible', async () => {
    const dee = await joinTeam(world, ana, { name: 'Dee' })
    await change(ana, dee, 'SUSPENDED')
    const twice = await change(ana, dee, 'SUSPENDED')
    expect([twice.status, twice.error.code, twice.error.detail]).toEqual([
      409,
      'ACTION_NOT_ALLOWED',
      'A suspended user can be restored or removed.',
    ])
    expect((await change(ana, dee, 'INVITED')).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await change(ana, ben, 'ACTIVE')).error.detail).toBe('An active user can be suspended or removed.')
    const body = { name: 'Eli', lastname: 'Okafor', email: 'eli@northlight.example.com', role: 'user' as const }
    const eli = { user: (await ana.call(createUser, { body })).body }
    expect((await change(ana, eli, 'ACTIVE')).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await change(ana, eli, 'SUSPENDED')).body.status).toBe('SUSPENDED')
    expect((await change(ana, eli, 'ACTIVE')).body.status).toBe('INVITED')
  })

  it('is refused for oneself, to users without admin rights, and for users of other accounts [USER-02]', async () => {
    const fay = await joinTeam(world, ana, { name: 'Fay' })
    expect((await change(ben, ben, 'SUSPENDED')).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await change(fay, fay, 'SUSPENDED')).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await change(fay, ben, 'SUSPENDED')).error.code).toBe('FORBIDDEN')
    expect((await change(jonah, fay, 'SUSPENDED')).error.code).toBe('NOT_FOUND')
    expect((await change(ana, { user: { id: newId() } }, 'SUSPENDED')).error.code).toBe('NOT_FOUND')
    expect((await change(ana, fay, 'GONE' as never)).error.code).toBe('VALIDATION_FAILED')
    expect((await change(ana, fay, 'SUSPENDED', 'why')).error.field).toBe('reason')
    expect((await change(fay, fay, 'ACTIVE')).body.status).toBe('ACTIVE')
  })

  it('ends in the last requested status, even after quick changes', async () => {
    const gus = await joinTeam(world, ana, { name: 'Gus' })
    for (const status of ['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'ACTIVE'] as const)
      expect((await change(ana, gus, status)).status).toBe(200)
    await eventually(async () => {
      const counts = await world.queue.counts()
      const settle = counts.find(({ job }) => job === 'users.settle_identity')
      return settle?.waiting === 0 && settle.running === 0 ? true : undefined
    })
    await eventually(() => world.signIn(gus.email, gus.password).catch(() => undefined))
  })
})

describe('An email about a change of a user', () => {
  const advertisement = 'Claim your refund at https://evil.example.com/refund'
  /** Including those that are not sent yet. */
  const subjectsTo = async (email: string): Promise<string[]> => {
    const rows = await world.database.asSystem('test: which emails there are', (tx) =>
      tx.selectFrom('platform.email').select('subject').where('to_address', '=', email).execute(),
    )
    return rows.map(({ subject }) => subject)
  }

  it('is not sent to a user who has not joined: they get the invitation alone', async () => {
    const email = 'stranger@bank.example.org'
    const body = { name: 'Sam', lastname: 'Stranger', email, role: 'user' as const }
    const sam = { user: (await ana.call(createUser, { body })).body }
    await world.codeFor(email)
    for (const status of ['SUSPENDED', 'INVITED', 'SUSPENDED', 'INVITED'] as const)
      expect((await change(ana, sam, status, advertisement)).body.status).toBe(status)
    for (const role of ['admin', 'user'] as const)
      expect((await ana.call(updateUser, { params: { id: sam.user.id }, body: { role } })).body.role).toBe(role)
    expect(await subjectsTo(email)).toHaveLength(1)
    const { items } = (await ana.call(listAudit, { query: { object_type: 'user', object_id: sam.user.id, limit: 10 } })).body
    expect(items.filter(({ reason }) => reason === advertisement)).toHaveLength(4)
  })

  it('is sent five times a day for the same kind of change; all changes are recorded', async () => {
    const rae = await joinTeam(world, ana, { name: 'Rae' })
    for (const _time of Array.from({ length: 6 })) {
      expect((await change(ana, rae, 'SUSPENDED')).status).toBe(200)
      expect((await change(ana, rae, 'ACTIVE')).status).toBe(200)
      expect((await ana.call(clearUserFactors, { params: { id: rae.user.id }, query: {} })).status).toBe(202)
    }
    const subjects = await subjectsTo(rae.email)
    for (const subject of [/is suspended$/, /is restored$/, /turned off your two-step/])
      expect(subjects.filter((one) => subject.test(one))).toHaveLength(5)
    const query = { object_type: 'user', object_id: rae.user.id, action: 'user.suspended', limit: 10 } as const
    expect((await ana.call(listAudit, { query })).body.items).toHaveLength(6)
  })

  it('has a reason without addresses; the notification has it as it was given', async () => {
    const sue = await joinTeam(world, ana, { name: 'Sue' })
    await ben.call(setEmailPreferences, { body: { people: true, account: true, sources: true } })
    await change(ana, sue, 'SUSPENDED', advertisement)
    await change(ana, sue, 'ACTIVE', advertisement)
    for (const [to, subject, otherwise] of [
      [sue, /Northlight is suspended/, 'Reason: Ask an admin of the account.'],
      [sue, /Northlight is restored/, 'Reason: Ask an admin of the account.'],
      [ben, /^Sue .* was suspended/, 'Reason: See your notifications in Tributary.'],
      [ben, /^Sue .* was restored/, 'Reason: See your notifications in Tributary.'],
    ] as const) {
      const { text } = await emailTo(world, to.email, subject)
      expect(text).toContain(otherwise)
      expect(text).not.toContain('evil')
    }
    expect((await ben.call(listNotifications)).body.items[0]?.data.reason).toBe(advertisement)
  })
})

const after = <T extends { status: number }>(answer: T): T | undefined => (answer.status === 200 ? undefined : answer)

describe('Removing a user [USER-06] [API-04]', () => {
  it('shows first what it would do, and then does it', async () => {
    const hal = await joinTeam(world, ana, { name: 'Hal', role: 'admin', companies: [] })
    await change(ana, await joinTeam(world, ana, { name: 'Ivy' }), 'SUSPENDED')
    const trial = await remove(ana, hal, true)
    expect(trial.body).toMatchObject({ deleted: false, removes: { companies: 0 }, keeps: { auditEntries: 1 } })
    expect(trial.body.removes.notifications).toBeGreaterThan(0)
    expect((await hal.call(listEvents)).status).toBe(200)
    const done = await remove(ana, hal)
    expect(done.body).toEqual({ ...trial.body, deleted: true, addressFreeAt: expect.any(String) })
    expect(Date.parse(done.body.addressFreeAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    await eventually(async () => ((await hal.call(listEvents)).status === 401 ? true : undefined))
    expect((await hal.call(getUserByEmail, { query: { email: hal.email } })).status).toBe(401)
    expect(await signInFails(hal)).toContain('disabled')
    expect((await remove(ana, hal)).error.code).toBe('NOT_FOUND')
    expect((await change(ana, hal, 'ACTIVE')).error.code).toBe('NOT_FOUND')
    const body = { name: 'Hal', lastname: 'Two', email: hal.email, role: 'user' as const }
    const early = await ana.call(createUser, { body })
    expect([early.error.code, early.error.detail]).toEqual(['USER_EXISTS', expect.stringContaining('was removed')])
  })

  it('can be previewed without waiting for other changes of the account', async () => {
    const lou = await joinTeam(world, ana, { name: 'Lou' })
    const trial = await world.database.asSystem('test: hold the account', async (tx) => {
      await tx.selectFrom('client').select('name').where('client_id', '=', ana.user.clientId).forNoKeyUpdate().execute()
      return remove(ana, lou, true)
    })
    expect(trial.body.deleted).toBe(false)
  })

  it('is refused for oneself, to users without admin rights, and for users of other accounts', async () => {
    const jay = await joinTeam(world, ana, { name: 'Jay' })
    expect((await remove(ben, ben)).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await remove(jay, ben)).error.code).toBe('FORBIDDEN')
    expect((await remove(jonah, jay)).error.code).toBe('NOT_FOUND')
    expect((await remove(ana, jay, 'perhaps')).status).toBe(400)
  })

  it('releases the address after 30 days, and anonymizes the user', async () => {
    const kai = await joinTeam(world, ana, { name: 'Kai', lastname: 'Untraceable', role: 'admin' })
    await kai.call(createUser, { body: { name: 'Guest', lastname: 'Of Kai', email: 'guest@kai.example.com', role: 'user' } })
    await change(kai, ben, 'SUSPENDED')
    await change(ana, ben, 'ACTIVE')
    await remove(ana, kai)
    const notifications = () => ana.call(listNotifications, { query: { size: 100 } })
    expect(JSON.stringify((await notifications()).body)).toMatch(/kai\.[0-9a-f]+@.*Kai Untraceable/)
    const release = userJobs(world.database, world.identity, world.dispatcher).find(
      ({ job }) => job.name === 'users.release_removed',
    )
    const run = () => release?.handle({}, new AbortController().signal)
    await run()
    const row = () =>
      world.database.asSystem('test: look', (tx) =>
        tx
          .selectFrom('app_user')
          .selectAll()
          .where('client_id', '=', ana.user.clientId)
          .where('id', '=', kai.user.id)
          .executeTakeFirst(),
      )
    expect((await row())?.email).toBe(kai.email)
    await changeUser(world, kai, { status_since: new Date(Date.now() - 31 * 86_400_000) })
    await run()
    await eventually(async () => ((await row())?.email === '' ? true : undefined))
    expect(await row()).toMatchObject({ name: 'Deleted', lastname: 'user', email_norm: '', subject: null, status: 'DELETED' })
    const everything = [
      await ana.call(listEvents, { query: { limit: 100 } }),
      await ana.call(listAudit, { query: { limit: 100 } }),
      await notifications(),
    ]
    expect(JSON.stringify(everything)).not.toMatch(/Untraceable|kai\.[0-9a-f]+@/)
    const forgotten = `Deleted user ${kai.user.id.slice(-4)}`
    const his = (await ana.call(listAudit, { query: { actor: kai.user.id } })).body.items
    expect(new Set(his.map(({ actorName }) => actorName))).toEqual(new Set([forgotten]))
    expect(JSON.stringify((await notifications()).body).split(forgotten)).toHaveLength(4)
    const again = await ana.call(createUser, { body: { name: 'Kai', lastname: 'Again', email: kai.email, role: 'user' } })
    expect([again.status, again.body.id === kai.user.id]).toEqual([201, false])
    await emailTo(world, kai.email, / invited you to /)
  })
})

describe('Resetting a password [API-05]', () => {
  it('sends a code to the user alone, and ends their sessions', async () => {
    const lea = await joinTeam(world, ana, { name: 'Lea' })
    const { status, body } = await ana.call(resetUserPassword, { params: { id: lea.user.id }, query: {} })
    expect([status, body]).toEqual([202, { sent: true }])
    await emailTo(world, lea.email, /password reset code/)
    const reset = { Username: lea.email, Password: 'another long password', ConfirmationCode: await world.codeFor(lea.email) }
    await eventually(async () => ((await lea.call(listEvents)).status === 401 ? true : undefined))
    expect((await world.idp('ConfirmForgotPassword', reset)).status).toBe(200)
    await world.signIn(lea.email, reset.Password)
  })

  it('is refused for invited, suspended, unknown users, and users of other accounts', async () => {
    const body = { name: 'Max', lastname: 'Okafor', email: 'max@northlight.example.com', role: 'user' as const }
    const { id } = (await ana.call(createUser, { body })).body
    const invited = await ana.call(resetUserPassword, { params: { id }, query: {} })
    expect([invited.error.code, invited.error.detail]).toEqual([
      'ACTION_NOT_ALLOWED',
      'This user has no password yet. Resend the invitation instead.',
    ])
    const ned = await joinTeam(world, ana, { name: 'Ned' })
    expect((await ned.call(resetUserPassword, { params: { id: ben.user.id }, query: {} })).error.code).toBe('FORBIDDEN')
    expect((await jonah.call(resetUserPassword, { params: { id: ned.user.id }, query: {} })).error.code).toBe('NOT_FOUND')
    await change(ana, ned, 'SUSPENDED')
    expect((await ana.call(resetUserPassword, { params: { id: ned.user.id }, query: {} })).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await ana.call(getUser, { params: { id: ned.user.id } })).body.status).toBe('SUSPENDED')
    expect((await ana.call(listUsers, { query: { status: 'SUSPENDED' } })).body.total).toBeGreaterThan(0)
  })

  it('is refused after the fifth time in a day, until a day has passed', async () => {
    const oda = await joinTeam(world, ana, { name: 'Oda' })
    const reset = () => ana.call(resetUserPassword, { params: { id: oda.user.id }, query: {} })
    for (let time = 0; time < 5; time += 1) expect((await reset()).status).toBe(202)
    expect(await reset()).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } })
    await tamper(world, "update audit_entry set at = at - interval '25 hours' where object_id = $1", [oda.user.id])
    expect((await reset()).status).toBe(202)
  })
})
