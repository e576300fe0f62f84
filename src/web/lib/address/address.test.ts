import { describe, expect, it } from 'vitest'
import { choiceFrom, presentOf, idFrom, instantFrom, textFrom } from './address.ts'

describe('Reading parameters of the address', () => {
  it('accepts a text and a number as search text, and nothing else', () => {
    expect(textFrom('  Northlight ')).toBe('Northlight')
    expect(textFrom(1042)).toBe('1042')
    expect(textFrom('   ')).toBeUndefined()
    expect(textFrom({ search: 'x' })).toBeUndefined()
    expect(textFrom('x'.repeat(200))).toHaveLength(100)
  })

  it('accepts only a known choice', () => {
    expect(choiceFrom(['active', 'closed'], 'closed')).toBe('closed')
    expect(choiceFrom(['active', 'closed'], 'broken')).toBeUndefined()
  })

  it('accepts ids and instants that the server would accept', () => {
    expect(idFrom('0199F3C2-0000-7000-8000-000000000001')).toBe('0199f3c2-0000-7000-8000-000000000001')
    expect(idFrom('1042')).toBeUndefined()
    expect(instantFrom('2026-11-14T16:05:00+01:00')).toBe('2026-11-14T15:05:00.000Z')
    expect(instantFrom('yesterday')).toBeUndefined()
    expect(instantFrom(undefined)).toBeUndefined()
  })

  it('leaves out undefined parameters', () => {
    expect(presentOf({ page: 2, search: undefined })).toEqual({ page: 2 })
  })
})
