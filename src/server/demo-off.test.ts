// A user who tries the demo invites others and works in their own account. Turning the demo off closes what the demo
// opened, and nothing else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { changeUserStatus, listUsers } from '#contract/users/users.ts'
import { demoPassword } from '../../db/seed/users.ts'
import { changeUser, joinTeam } from './testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from './testing/world.ts'

const roles = ['--roles', 'api,worker,identity']
const staying = { email: 'gus@secondsignal.example.com', password: 'my own long password' }
let before: World
let demo: World
let gus: TestUser
let rosa: TestUser
let ana: TestUser
let zoe: TestUser
let stig: TestUser

beforeAll(async () => {
  before = await startWorld({ args: roles })
  gus = await before.signUp({ company: 'Pereira & Sons', name: 'Gus', lastname: 'Pereira', ...staying })
  demo = await startWorld({ beside: before, args: [...roles, '--demo', 'people'] })
  rosa = await demo.signUp({ company: 'Summit Movers', name: 'Rosa', lastname: 'Real' })
  ana = await demo.signIn('ana@northlight.example.com', demoPassword)
  const noor = await demo.signIn('noor@staff.example.com', demoPassword)
  zoe = await joinTeam(demo, ana, { name: 'Zoe', role: 'admin' })
  stig = await joinTeam(demo, noor, { name: 'Stig', role: 'super_admin' })
})
afterAll(async () => {
  await demo.close()
  await before.close()
})

const start = async (mode: 'people' | 'off') => {
  const world = await startWorld({ beside: before, args: [...roles, '--demo', mode] })
  await world.close()
}
const signIn = async ({ email, password }: Pick<TestUser, 'email' | 'password'>) =>
  (
    await demo.idp('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })
  ).status
const isLockedOut = async (user: TestUser): Promise<boolean> => {
  const { status } = await user.call(getUserByEmail, { query: { email: user.email } })
  return status !== 200 && (await signIn(user)) === 400
}
const statuses = async (): Promise<Record<string, string>> => {
  const rows = await before.database.asSystem('test: what accounts are', (tx) =>
    tx.selectFrom('client').select(['name', 'status']).execute(),
  )
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]))
}
const ofDemo = (email: string): Promise<TestUser> => demo.signIn(email, demoPassword)

describe('The demo on an installation that is already used', () => {
  it('leaves an account alone whose owner has an address of the demo', async () => {
    expect((await demo.signIn(gus.email, gus.password)).user.client.name).toBe('Pereira & Sons')
    expect(await signIn({ email: gus.email, password: demoPassword })).toBe(400)
    const { body } = await gus.call(listUsers)
    expect(body.items.map(({ email }) => email)).toEqual([gus.email])
  })

  it('coexists with an account of the same name', () => {
    expect(rosa.user.client.name).toBe('Summit Movers 2')
  })
})

describe('A start without the demo', () => {
  it("locks out the demo's users and all users invited into its accounts, staff too", async () => {
    expect((await stig.call(listClients)).status).toBe(200)
    const dee = await ofDemo('dee@northlight.example.com')
    await ana.call(changeUserStatus, { params: { id: dee.user.id }, body: { status: 'SUSPENDED' } })
    const { clientId: helio } = (await ofDemo('ivo@heliosolar.example.com')).user
    const suspended = { params: { id: helio }, query: { status: 'suspended' as const }, body: { reason: 'Not paid' } }
    expect((await stig.call(changeClientStatus, suspended)).status).toBe(200)
    await start('off')
    for (const user of [ana, zoe, stig]) await eventually(async () => ((await isLockedOut(user)) ? true : undefined))
    expect((await stig.call(listClients)).status).not.toBe(200)
  })

  it('suspends the accounts of the demo, so that nothing is synced for them, and no others', async () => {
    const { 'Pereira & Sons': gusHas, 'Summit Movers 2': rosaHas, 'Tributary staff': ours, ...ofDemo } = await statuses()
    expect([gusHas, rosaHas, ours]).toEqual(['active', 'active', 'active'])
    expect(new Set(Object.values(ofDemo))).toEqual(new Set(['suspended']))
    expect(Object.keys(ofDemo)).toContain('Brightsmile Dental')
  })

  it('finds them by the account, with any current email', async () => {
    await start('people')
    await changeUser(demo, ana, { email: 'ana.whitfield@example.com' })
    await start('off')
    expect(await isLockedOut(ana)).toBe(true)
  })

  it('leaves real accounts open that have the name or the email of one of the demo', async () => {
    for (const user of [gus, rosa]) {
      expect((await user.call(getUserByEmail, { query: { email: user.email } })).body.status).toBe('ACTIVE')
      expect(await signIn(user)).toBe(200)
    }
  })
})

describe('A later start with the demo', () => {
  it('restores the users that it had locked out, but none whom an admin had suspended', async () => {
    await start('people')
    for (const user of [zoe, stig]) expect(await signIn(user)).toBe(200)
    expect((await ofDemo('noor@staff.example.com')).user.status).toBe('ACTIVE')
    for (const name of ['dee', 'fay'])
      expect(await signIn({ email: `${name}@northlight.example.com`, password: demoPassword })).toBe(400)
  })

  it('restores its accounts, but none that staff had suspended', async () => {
    const { 'Helio Solar': suspended, ...others } = await statuses()
    expect(suspended).toBe('suspended')
    expect(new Set(Object.values(others))).toEqual(new Set(['active']))
  })
})
