import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { getUser, updateUser } from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam, emailTo } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
let cho: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  cho = await joinTeam(world, ana, { name: 'Cho', lastname: 'Tanaka' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const me = async (user: TestUser) => (await user.call(getUserByEmail, { query: { email: user.email } })).body

const change = async (by: TestUser, target: TestUser, body: object) => {
  const { version } = (await by.call(getUser, { params: { id: target.user.id } })).body
  return by.call(updateUser, { params: { id: target.user.id }, body: { version, ...body } })
}

describe("A user's own account [USER-05] [API-04]", () => {
  it('can be changed by every user: names, time zone and theme, shown immediately [VAL-06]', async () => {
    const body = { name: '  Chō ', lastname: 'Tanaka-Reed', timeZone: 'asia/tokyo', theme: 'dark' }
    const changed = await change(cho, cho, body)
    expect(changed.body).toMatchObject({ name: 'Chō', lastname: 'Tanaka-Reed' })
    expect(await me(cho)).toMatchObject({ name: 'Chō', timeZone: 'Asia/Tokyo', theme: 'dark', version: changed.body.version })
    expect((await change(cho, cho, { timeZone: null, theme: 'auto' })).status).toBe(200)
    expect(await me(cho)).toMatchObject({ name: 'Chō', timeZone: null, theme: 'auto' })
  })

  it('stays unchanged by a request without changes: no new version, nothing in the audit log', async () => {
    const { version, name } = await me(cho)
    const count = async () => (await ana.call(listAudit, { query: { action: 'user.updated' } })).body.total
    const before = await count()
    for (const body of [{}, { name }, { name, version }])
      expect((await cho.call(updateUser, { params: { id: cho.user.id }, body })).body).toMatchObject({ version, name })
    expect(await count()).toBe(before)
    const stale = await cho.call(updateUser, { params: { id: cho.user.id }, body: { version: version - 1 } })
    expect(stale.error.code).toBe('STALE_VERSION')
  })

  it.each([
    [{ name: ' ' }, 'name', 'Please enter a first name.'],
    [{ lastname: 'x'.repeat(51) }, 'lastname', 'Use at most 50 characters.'],
    [{ name: '\u202Egnp' }, 'name', 'Control characters are not allowed.'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'Use an IANA time zone such as Europe/London.'],
    [{ theme: 'pink' }, 'theme', expect.any(String)],
    [{ email: 'other@example.com' }, undefined, 'Unknown field: email.'],
    [{ version: 0 }, 'version', expect.any(String)],
  ])('is not changed by %j [VAL-06] [VAL-13]', async (body, field, detail) => {
    const { status, error } = await change(cho, cho, body)
    expect([status, error.code, error.field, error.detail]).toEqual([400, 'VALIDATION_FAILED', field, detail])
  })

  it('does not lose what another window saved meanwhile', async () => {
    const { version } = await me(cho)
    const save = (name: string) => cho.call(updateUser, { params: { id: cho.user.id }, body: { version, name } })
    const both = await Promise.all([save('Cho'), save('Chosen')])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(both.find(({ status }) => status === 409)?.error.code).toBe('STALE_VERSION')
  })

  it('is recognized with any spelling of the id [USER-02] [SHELL-05]', async () => {
    const una = await joinTeam(world, ana, { name: 'Una', companies: [] })
    for (const id of [una.user.id.toUpperCase(), `${una.user.id.slice(0, -1)}${una.user.id.slice(-1).toUpperCase()}`])
      for (const body of [{ companies: 'all' as const }, { role: 'admin' as const }])
        expect((await una.call(updateUser, { params: { id }, body: { version: una.user.version, ...body } })).error.code).toBe(
          'FORBIDDEN',
        )
    const large = { params: { id: ana.user.id.toUpperCase() }, body: { version: ana.user.version, role: 'user' as const } }
    expect((await ana.call(updateUser, large)).error.code).toBe('FORBIDDEN')
    expect(await me(una)).toMatchObject({ companies: [], role: 'user' })
  })

  it('cannot be given another role or other companies by the user [USER-02]', async () => {
    for (const user of [cho, ana])
      for (const body of [{ role: 'account_admin' }, { companies: [newId()] }])
        expect((await change(user, user, body)).error.code).toBe('FORBIDDEN')
    expect((await change(ana, ana, { role: 'admin', companies: 'all', name: 'Ana' })).status).toBe(200)
  })
})

describe("Another user's account [USER-06]", () => {
  it('gets another name and role from an admin; the user gets an email and a notification, the log both roles [ADMIN-04]', async () => {
    const dee = await joinTeam(world, ana, { name: 'Dee', lastname: 'Marsh' })
    const { body } = await change(ana, dee, { lastname: 'Marshall', role: 'admin' })
    expect(body).toMatchObject({ lastname: 'Marshall', role: 'admin' })
    expect((await emailTo(world, dee.email, /Your role in Northlight/)).text).toContain('was User and is now Admin')
    const { items } = (await dee.call(listNotifications)).body
    expect(items[0]).toMatchObject({ kind: 'user.role_changed', data: { name: 'Dee Marshall', role: 'admin' } })
    const acts = (
      await dee.call(listAudit, { query: { object_type: 'user', object_id: dee.user.id, action: 'user.role_changed' } })
    ).body.items
    expect(acts[0]?.diff).toEqual({ role: ['user', 'admin'], lastname: ['M••••', 'M•••••••'] })
    expect((await change(dee, cho, { name: 'Cho' })).status).toBe(200)
  })

  it('can be limited to companies in an agency, but not in a company [USER-08]', async () => {
    expect((await change(ana, cho, { companies: [] })).body.companies).toEqual([])
    expect((await me(cho)).companies).toEqual([])
    const unconnected = await change(ana, cho, { companies: [jonah.user.clientId] })
    expect(unconnected.error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'companies' })
    expect((await change(ana, cho, { companies: 'all' })).body.companies).toBe('all')
    const kit = await joinTeam(world, jonah, { name: 'Kit' })
    expect((await change(jonah, kit, { companies: [] })).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'companies' })
  })

  it('keeps its own time zone and theme, cannot be changed by users without admin rights, and is not found by others', async () => {
    for (const body of [{ timeZone: 'UTC' }, { theme: 'dark' }])
      expect((await change(ana, cho, body)).error.code).toBe('FORBIDDEN')
    expect((await change(cho, ana, { name: 'Anna' })).error.code).toBe('FORBIDDEN')
    expect((await change(jonah, cho, { version: 1, name: 'Mine' })).error.code).toBe('NOT_FOUND')
    expect((await change(ana, cho, { version: 999, name: 'Old' })).error.code).toBe('STALE_VERSION')
  })
})
