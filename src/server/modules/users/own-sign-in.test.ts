// Deleting one's own sign-in at the identity provider, which any of its clients can request and no screen offers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listUsers } from '#contract/users/users.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { changeUser, joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
})
afterAll(() => world.close())

const deleteSignIn = (AccessToken: string) => world.idp('DeleteUser', { AccessToken })

describe("A user's own sign-in", () => {
  it('is not deleted as long as they are a user of an account, owner or not', async () => {
    const cho = await joinTeam(world, ana, { name: 'Cho' })
    for (const user of [cho, ana]) {
      const { status, body } = await deleteSignIn(user.token)
      expect([status, body['__type'], body['message']]).toEqual([
        400,
        'NotAuthorizedException',
        'Leave or close your account first.',
      ])
      expect((await world.signIn(user.email, user.password)).user.id).toBe(user.user.id)
    }
    const { items } = (await ana.call(listUsers, { query: {} })).body
    expect(items.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual(['Ana ACTIVE', 'Cho ACTIVE'])
  })

  it('is deleted by Eli, who was removed from his account a moment ago', async () => {
    const eli = await joinTeam(world, ana, { name: 'Eli' })
    await changeUser(world, eli, { status: 'DELETED' })
    expect((await deleteSignIn(eli.token)).status).toBe(200)
    await expect(signInByPassword(world.url, eli.email, eli.password)).rejects.toThrow('Incorrect username or password.')
  })

  it('is deleted by an identity without a user', async () => {
    const form = { Username: 'dora@example.com', Password: 'a password of her own' }
    await world.idp('SignUp', form)
    await world.idp('ConfirmSignUp', { ...form, ConfirmationCode: await world.codeFor(form.Username) })
    const { token } = await signInByPassword(world.url, form.Username, form.Password)
    expect((await deleteSignIn(token)).status).toBe(200)
    await expect(signInByPassword(world.url, form.Username, form.Password)).rejects.toThrow('Incorrect username or password.')
  })
})
