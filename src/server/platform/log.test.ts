import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateClient, validateCreateRequest } from '#contract/clients.ts'
import { getUserByEmail } from '#contract/users.ts'
import { startWorld, type Person, type World } from '#server/testing/world.ts'
import { createLog } from './log.ts'

const lines: string[] = []
const read = () => lines.join('')
let world: World
let maya: Person

beforeAll(async () => {
  world = await startWorld({ log: createLog({ level: 'trace' }, { write: (line) => void lines.push(line) }) })
  maya = await world.signUp({ company: 'Harbor Light', email: 'maya@harbor.example.com', password: 'river-stone-7' })
})
afterAll(() => world.close())

describe('the log at its most talkative', () => {
  it('notes every answered request by its route, without its query', async () => {
    await maya.call(getUserByEmail, { query: { email: maya.email } })
    const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'answered')
    expect(answered.at(-1)).toMatchObject({ method: 'GET', route: '/users-api/users/email', status: 200 })
    expect(read()).not.toContain('?email=')
  })

  it('never tells who signed up, with which password, code or token', async () => {
    const code = await world.codeFor(maya.email)
    await world.signIn(maya.email, maya.password)
    await world.idp('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: maya.email, PASSWORD: 'wrong-stone-8' },
    })
    await maya.call(updateClient, { params: { id: maya.user.clientId }, body: { version: 9 } })
    await world.call(validateCreateRequest, { body: { name: 'x', isAgency: true, users: [{ email: maya.email }] } as never })
    for (const secret of [maya.email, maya.password, 'wrong-stone-8', maya.token, maya.refreshToken, `"${code}"`])
      expect(read()).not.toContain(secret)
    expect(read()).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/)
  })

  it.each([
    ['a property', { email: 'jonah@pratt.example.com' }],
    ['a property of a property', { user: { password: 'pa55word', accessToken: 'pa55word' } }],
    ['an error of the database', { err: new Error('Key (email_norm)=(jonah@pratt.example.com) already exists.') }],
    ['the reason of an error', { err: new Error('x', { cause: new Error('550 <jonah@pratt.example.com> unknown') }) }],
    ['an encoded address', { url: '/users/email?email=jonah%40pratt.example.com' }],
    ['a token in a message', { err: new Error('bad eyJraWQiOiJhYmMi.eyJzdWIiOiJhYmMi.c2lnbmF0dXJlLW9mLWl0') }],
  ])('hides persons and secrets in %s', (_where, entry) => {
    let written = ''
    createLog({ level: 'info' }, { write: (line) => (written = line) }).info(entry, 'a line')
    expect(written).toContain('[hidden]')
    expect(written).not.toMatch(/jonah|pa55word|eyJ/)
    expect(JSON.parse(written)).toMatchObject({ msg: 'a line' })
  })
})
