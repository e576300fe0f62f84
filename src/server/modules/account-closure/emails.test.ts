import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revealOwner } from '#contract/clients.ts'
import { changeClientStatus, closeClient, reopenClient } from '#contract/account-closure.ts'
import { emailTo, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

describe('An account whose name is an advertisement', () => {
  it('is not named in the emails about it', async () => {
    const company = 'Visit www.evil.example'
    const eve = await world.signUp({ company, name: 'www.evil.example', email: 'eve@example.com' })
    const sol = await signUpStaff(world)
    const params = { id: eve.user.clientId }
    await eve.call(closeClient, { params, body: { name: company } })
    await eve.call(reopenClient, { params })
    await sol.call(revealOwner, { params, body: { reason: 'Looks like an advertisement' } })
    for (const status of ['suspended', 'active'] as const)
      await sol.call(changeClientStatus, { params, query: { status }, body: { reason: 'Looks like an advertisement' } })
    const subjects = [
      /^Your account will be closed on/,
      /^Your account stays open$/,
      /^Our staff viewed personal data in your account$/,
      /^Your account is suspended$/,
      /^Your account is restored$/,
    ]
    for (const subject of subjects) {
      const { text } = await emailTo(world, eve.email, subject)
      expect(text).toContain('Hello there,')
      expect(text).not.toContain('evil')
    }
  })
})
