import { expect, test } from 'vitest'
import { loginOf } from './oauth.ts'

const tokenOf = (facts: object) => `e30.${Buffer.from(JSON.stringify(facts)).toString('base64url')}.signature`

test('the identity token names the login', () => {
  expect(loginOf(tokenOf({ email: 'maya@example.com', sub: '42' }))).toEqual({ login: 'maya@example.com', login_id: '42' })
  expect(loginOf(tokenOf({ email: 'maya@example.com' }))).toEqual({ login: 'maya@example.com' })
  expect(loginOf(tokenOf({ sub: '42' }))).toEqual({ login_id: '42' })
})

test.each([undefined, '', 'nonsense', 'a.b.c', tokenOf([]), tokenOf({ sub: 42, email: '' })])(
  'no login is named by %s',
  (token) => {
    expect(loginOf(token)).toEqual({})
  },
)
