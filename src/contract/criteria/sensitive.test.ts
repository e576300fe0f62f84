import { describe, expect, it } from 'vitest'
import { catalogueFields, fieldLabel } from './fields.ts'
import { looksSensitive } from './sensitive.ts'

describe('A field that looks sensitive', () => {
  it.each([
    ['Treatment notes', 'health data'],
    ['field:medicalHistory', 'health data'],
    ['Known_Allergies', 'health data'],
    ['Religion', 'religion'],
    ['Union', 'union membership'],
    ['Ethnicity', 'ethnic origin'],
    ['Race', 'ethnic origin'],
    ['Sexual orientation', 'sexual orientation'],
    ['Political party', 'political opinions'],
    ['SSN', 'an identity number'],
    ['Passport no.', 'an identity number'],
    ['National Insurance number', 'an identity number'],
    ["Driver's license", 'an identity number'],
    ['IBAN', 'bank details'],
    ['credit_card_number', 'bank details'],
    ['Portal password', 'a password'],
    ['Date of birth', 'a date of birth'],
    ['DOB', 'a date of birth'],
    ['birthday', 'a date of birth'],
    ['Notes', 'free notes'],
    ['Internal comments', 'free notes'],
  ])('by its name: %s', (name, kind) => {
    expect(looksSensitive(name)).toBe(kind)
  })

  it.each([
    [['Type 2 diabetes'], 'health data'],
    [['Catholic'], 'religion'],
    [['call 123-45-6789'], 'an identity number'],
    [['QQ123456C', 'AB 12 34 56 C'], 'an identity number'],
    [['4242 4242 4242 4242', 'visa 5555-5555-5555-4444'], 'bank details'],
    [['GB82 WEST 1234 5698 7654 32'], 'bank details'],
    [['DE89370400440532013000'], 'bank details'],
    [['Called twice.\nWants a quote.'], 'free notes'],
    [['word '.repeat(60)], 'free notes'],
  ])('by its content: %s', (samples, kind) => {
    expect(looksSensitive('Custom 1', samples)).toBe(kind)
  })

  it('is no field of the catalogue and no everyday field', () => {
    const everyday = [
      'Roof type',
      'Lead source',
      'Campaign',
      'Budget',
      'Trace',
      'Embassy',
      'Reunion date',
      'Landing page',
      'Notebook',
    ]
    const names = [...catalogueFields, ...catalogueFields.map(fieldLabel), ...everyday]
    expect(names.filter((name) => looksSensitive(name) !== undefined)).toEqual([])
  })

  it('is no field with ordinary values', () => {
    const values = [
      'Google Ads',
      '(212) 555-0123',
      '+44 20 7946 0000',
      '2026-03-01',
      '4242 4242 4242 4241',
      'GB82 WEST 1234 5698 7654 33',
    ]
    expect(looksSensitive('Custom 1', values)).toBeUndefined()
    const ids = Array.from({ length: 100 }, (_, index) => String(400_000_000_000_000 + index * 7919))
    expect(looksSensitive('Ad ID', ids)).toBeUndefined()
  })

  it('is decided at once for texts of any length', () => {
    const long = ['4 '.repeat(50_000), 'AB12 '.repeat(20_000), `${'a'.repeat(100_000)}!`]
    const started = performance.now()
    expect(looksSensitive('x'.repeat(100_000), long)).toBe('free notes')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
