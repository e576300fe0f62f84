import { expect, it } from 'vitest'
import { tokenCookiesIn } from './remove-tokens.ts'

it('finds every cookie of a session, and not those of the remembered device or others [GATE-19]', () => {
  const of = 'CognitoIdentityServiceProvider.client-1'
  const ana = `${of}.ana%40northlight.example.com`
  const session = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'signInDetails', 'oauthMetadata'].map(
    (name) => `${ana}.${name}`,
  )
  const others = [`${ana}.deviceKey`, `${ana}.deviceGroupKey`, `${ana}.randomPasswordKey`, 'theme', 'accessToken']
  const cookies = [...others, ...session, `${of}.LastAuthUser`].map((name) => `${name}=some=thing`).join('; ')
  expect(tokenCookiesIn(cookies)).toEqual([...session, `${of}.LastAuthUser`])
  expect(tokenCookiesIn('')).toEqual([])
})
