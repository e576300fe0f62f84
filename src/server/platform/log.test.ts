import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateClient } from '#contract/clients.ts'
import { validateCreateRequest } from '#contract/signup/sign-up.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { AppError } from './errors.ts'
import { createLog } from './log.ts'

const lines: string[] = []
const read = () => lines.join('')
let world: World
let maya: TestUser

beforeAll(async () => {
  world = await startWorld({ log: createLog({ level: 'trace' }, { write: (line) => void lines.push(line) }) })
  maya = await world.signUp({ company: 'Harbor Light', email: 'maya@harbor.example.com', password: 'river-stone-7' })
})
afterAll(() => world.close())

describe('The log at its most verbose level', () => {
  it('has every answered request by its route, without its query', async () => {
    await maya.call(getUserByEmail, { query: { email: maya.email } })
    const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'answered')
    expect(answered.at(-1)).toMatchObject({ method: 'GET', route: '/users-api/users/email', status: 200 })
    expect(read()).not.toContain('?email=')
  })

  it.each([
    ['answered', 'DELETE', (id: string) => `/users-api/users/${id}`],
    ['answered', 'POST', (id: string) => `/users-api/users/${id}/reset_password`],
    ['answered', 'POST', (id: string) => `/users-api/users/${id}/clear_factors`],
    ['not found', 'DELETE', (id: string) => `/users-api/integrations/${id}`],
    ['refused', 'DELETE', () => '/users-api/users/not-an-id'],
    ['of no route', 'POST', () => '/users-api/no-such-route'],
    ['unreadable', 'DELETE', (id: string) => `/users-api/users/${id}%zz`],
  ])('never contains the reason in the query of a call that is %s: %s', async (what, method, pathOf) => {
    const query = 'dry_run=true&reason=Nadia+Nunez+asked&extra=Nunez'
    const response = await fetch(`${world.url}${pathOf(maya.user.id)}?${query}`, {
      method,
      headers: { authorization: `Bearer ${maya.token}` },
    })
    await response.text()
    const requestId = response.headers.get('x-request-id') ?? ''
    if (what !== 'unreadable') await eventually(async () => lines.find((line) => line.includes(requestId)))
    expect(read()).not.toMatch(/Nunez|reason=/)
    expect(await (await fetch(world.metricsUrl)).text()).not.toMatch(/Nunez|reason=/)
  })

  it('never contains who signed up, with which password, code or token', async () => {
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
  ])('hides personal data and secrets in %s', (_where, entry) => {
    let written = ''
    createLog({ level: 'info' }, { write: (line) => (written = line) }).info(entry, 'a line')
    expect(written).toContain('[hidden]')
    expect(written).not.toMatch(/jonah|pa55word|eyJ/)
    expect(JSON.parse(written)).toMatchObject({ msg: 'a line' })
  })

  it('names the violated database rule, and nothing of the row [IDP-13]', async () => {
    const failing = world.database.asSystem('test: break a rule', (tx) =>
      sql`insert into pool.account (sub, username, email_norm, attributes, status, srp_salt, srp_verifier_sealed, created_at, updated_at)
        values (gen_random_uuid(), 'u', 'jonah', '{"given_name": "Jonah"}', 'NONSENSE', 'pa55salt', 'pa55verifier', now(), now())`.execute(
        tx,
      ),
    )
    const error: unknown = await failing.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ detail: expect.stringContaining('pa55verifier') })
    const refusal = new AppError('INTERNAL', { cause: error })
    const reasons = [error, new Error('x', { cause: new Error('y', { cause: error }) }), new AggregateError([refusal])]
    for (const err of reasons) {
      let written = ''
      createLog({ level: 'info' }, { write: (line) => (written = line) }).error({ err }, 'a line')
      for (const part of [
        'violates check constraint',
        '"code":"23514"',
        '"constraint":"account_status_check"',
        '"table":"account"',
      ])
        expect(written).toContain(part)
      expect(written).not.toMatch(/pa55|jonah|Failing row/i)
    }
  })

  it('survives a circular error', () => {
    const error = new Error('a circle')
    const err = Object.assign(error, { cause: new Error('inside', { cause: error }), self: { error } })
    let written = ''
    createLog({ level: 'info' }, { write: (line) => (written = line) }).error({ err }, 'a line')
    expect(JSON.parse(written)).toMatchObject({ err: { message: 'a circle', cause: { message: 'inside' } } })
  })
})
