import { expect, it } from 'vitest'
import { keptTokens } from './kept-tokens.ts'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tokenOf = (claims: object) => `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

const cookiesOf = (user: string, accessToken: string) => {
  const idToken = tokenOf({ email: 'ana@northlight.example.com', name: 'Åna 🌊' })
  const of = `CognitoIdentityServiceProvider.client-1`
  return [
    'broken=%E0%A4%A',
    `${of}.${encodeURIComponent(user)}.accessToken=${accessToken}`,
    `${of}.${encodeURIComponent(user)}.idToken=${idToken}`,
    `${of}.LastAuthUser=${encodeURIComponent(user)}`,
  ].join('; ')
}

it('finds the token of the user who signed in last, and her email address', () => {
  const accessToken = tokenOf({ exp: inSeconds(600) })
  expect(keptTokens(cookiesOf('ana@northlight', accessToken), 'client-1')).toEqual({
    accessToken,
    email: 'ana@northlight.example.com',
  })
})

it('finds no token that has expired, is about to expire, cannot be read, or belongs to another client', () => {
  expect(keptTokens(cookiesOf('ana', tokenOf({ exp: inSeconds(-1) })), 'client-1')).toBeUndefined()
  expect(keptTokens(cookiesOf('ana', tokenOf({ exp: inSeconds(5) })), 'client-1')).toBeUndefined()
  expect(keptTokens(cookiesOf('ana', 'nonsense'), 'client-1')).toBeUndefined()
  expect(keptTokens(cookiesOf('ana', tokenOf({ exp: inSeconds(600) })), 'client-2')).toBeUndefined()
  expect(keptTokens('', 'client-1')).toBeUndefined()
})
