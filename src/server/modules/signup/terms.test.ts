import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { createClient } from '#contract/signup/sign-up.ts'
import { listStages } from '#contract/stages.ts'
import { termsVersion } from '#contract/signup/terms.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { changeUserStatus, listUsers } from '#contract/users/users.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { acceptTerms, joinTeam, signUpStaff, takeUpInvitation } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let sol: TestUser
beforeAll(async () => {
  world = await startWorld()
  sol = await signUpStaff(world)
})
afterAll(() => world.close())

const asBearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signed up and confirmed at the identity provider alone, as from a browser that never loaded our form. */
const confirmedIdentity = async (name: string) => {
  const [email, password] = [`${name}@terms.example.com`, 'river-stone-7']
  await world.idp('SignUp', { Username: email, Password: password })
  await world.idp('ConfirmSignUp', { Username: email, ConfirmationCode: await world.codeFor(email) })
  const { token } = await signInByPassword(world.url, email, password)
  return { email, headers: asBearer(token) }
}

const storedTerms = (userId: string) =>
  world.database.asSystem('test: what was accepted', (tx) =>
    tx.selectFrom('app_user').select(['terms_version', 'terms_accepted_at']).where('id', '=', userId).executeTakeFirstOrThrow(),
  )

describe('The terms of an account that a user signs up for [VAL-04] [VAL-13]', () => {
  it('are accepted with the first call, and stored with version and time', async () => {
    const { email, headers } = await confirmedIdentity('ada')
    const { status, body } = await world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, headers)
    expect([status, body.termsVersion]).toEqual([200, termsVersion])
    const stored = await storedTerms(body.id)
    expect(stored.terms_version).toBe(termsVersion)
    expect(Date.now() - (stored.terms_accepted_at?.getTime() ?? 0)).toBeLessThan(60_000)
    const { items } = (await world.call(listAudit, { query: { action: 'user.terms_accepted' } }, headers)).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ actorId: body.id, objectId: body.id, diff: { termsVersion: [null, termsVersion] } })
  })

  it('block every other call until they are accepted, and none after that', async () => {
    const { email, headers } = await confirmedIdentity('bo')
    const before = await world.call(getUserByEmail, { query: { email } }, headers)
    expect([before.status, before.body.termsVersion]).toEqual([200, null])
    const refused = [
      await world.call(listStages, {}, headers),
      await world.call(listUsers, { query: {} }, headers),
      await world.call(changeUserStatus, { params: { id: before.body.id }, body: { status: 'ACTIVE' } }, headers),
      await world.call(getUserByEmail, { query: { email: 'colleague@terms.example.com' } }, headers),
    ]
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [403, 'TERMS_NOT_ACCEPTED']))
    expect(refused[0]?.error.detail).toBe('Accept the terms and conditions to continue.')
    await world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, headers)
    expect((await world.call(listStages, {}, headers)).status).toBe(200)
  })

  it('are refused in a version that is not the current one, and nothing is stored', async () => {
    const { email, headers } = await confirmedIdentity('cleo')
    const query = { email, terms_version: '2020-01-01' as typeof termsVersion }
    const { status, error } = await world.call(getUserByEmail, { query }, headers)
    expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'terms_version'])
    expect(error.detail).toBe('The terms have changed. Reload the page, then read and accept the current version.')
    expect((await world.call(getUserByEmail, { query: { email } }, headers)).body.termsVersion).toBeNull()
  })

  it('are accepted once: several tabs leave one entry, and the time stays the first one', async () => {
    const { email, headers } = await confirmedIdentity('dora')
    const accept = () => world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, headers)
    const tabs = await Promise.all([accept(), accept(), accept()])
    expect(tabs.map(({ body }) => body.termsVersion)).toEqual([termsVersion, termsVersion, termsVersion])
    const { id } = (await accept()).body
    const first = await storedTerms(id)
    await accept()
    expect(await storedTerms(id)).toEqual(first)
    expect((await world.call(listAudit, { query: { action: 'user.terms_accepted' } }, headers)).body.total).toBe(1)
  })
})

describe('The terms of an account that others opened', () => {
  it('are accepted by the invited owner before they become active [GATE-20] [VAL-13]', async () => {
    const email = 'rosa@terms.example.com'
    const owner = { name: 'Rosa', lastname: 'Beck', email }
    await sol.call(createClient, { body: { name: 'Terms Movers', isAgency: false, owner, timeZone: 'UTC' } })
    const headers = asBearer(await takeUpInvitation(world, email, await world.codeFor(email)))
    const { body } = await world.call(getUserByEmail, { query: { email } }, headers)
    const join = () => world.call(changeUserStatus, { params: { id: body.id }, body: { status: 'ACTIVE' } }, headers)
    expect((await join()).error.code).toBe('TERMS_NOT_ACCEPTED')
    await world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, headers)
    expect((await join()).body.status).toBe('ACTIVE')
  })

  it('do not concern invited users, until one of them becomes the owner', async () => {
    const ana = await world.signUp({ company: 'Northlight', name: 'Ana' })
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    expect(ben.user.termsVersion).toBeNull()
    expect((await ben.call(listStages)).status).toBe(200)
    await ana.call(transferOwnership, { params: { id: ana.user.clientId }, body: { user_id: ben.user.id } })
    await eventually(async () => ((await ben.call(listStages)).error.code === 'TERMS_NOT_ACCEPTED' ? true : undefined))
    await acceptTerms(ben)
    expect((await ben.call(listStages)).status).toBe(200)
  })
})
