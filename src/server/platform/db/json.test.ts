import { describe, expect, it } from 'vitest'
import { jsonText } from './json.ts'

const kept = (value: unknown): unknown => JSON.parse(jsonText(value))

describe('JSON for the database', () => {
  it('keeps the value, with whole characters and backslashes', () => {
    const value = { name: 'Zoë 🌊', path: String.raw`C:\u0000\ud83d`, tab: '\t\u0001', list: [1, null, true] }
    expect(kept(value)).toEqual(value)
  })

  it('has no zero bytes and no half characters, neither in values nor in names', () => {
    expect(kept({ 'a\0b': 'c\0d', '\ud83d': ['half \udc00', String.raw`\ ` + '\0'] })).toEqual({
      ab: 'cd',
      '\ufffd': ['half \ufffd', String.raw`\ `],
    })
  })
})
