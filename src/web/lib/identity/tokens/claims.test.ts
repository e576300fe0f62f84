import { expect, it } from 'vitest'
import { claimsOf } from './claims.ts'

const tokenOf = (payload: string) => `header.${Buffer.from(payload).toString('base64url')}.signature`

it('reads a token with any characters in its text', () => {
  const claims = { iat: 1_790_000_000, exp: 1_790_003_600, email: 'ana@northlight.example.com', name: 'Åna ÿ🌊>>>???' }
  const token = tokenOf(JSON.stringify(claims))
  expect(token).toMatch(/[-_]/)
  expect(claimsOf(token)).toMatchObject({ iat: claims.iat, exp: claims.exp, email: claims.email })
})

it('finds no claims in a text that is not a token', () => {
  for (const token of [undefined, '', 'nonsense', 'a.%%%.c', tokenOf('{')]) expect(claimsOf(token)).toEqual({})
})
