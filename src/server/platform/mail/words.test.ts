import { describe, expect, it } from 'vitest'
import { greeting, plain } from './words.ts'

describe('a name in a letter', () => {
  it.each(['Maya', 'Pratt & Sons', 'St. Mary’s', 'Wwwilma', '日本'])('%s is said', (name) => {
    expect(plain(name, 'your account')).toBe(name)
  })

  it.each(['www.evil.example', 'WWW.evil.example', 'https://evil.example', 'a@evil.example', 'evil.example/win', 'One\nTwo'])(
    '%j, which leads somewhere, is not',
    (name) => {
      expect([plain(name, 'your account'), greeting(name)]).toEqual(['your account', 'Hello there,'])
    },
  )
})
