import { storable } from '#server/platform/db/statements/storable.ts'
import { describe, expect, it } from 'vitest'
import { hashOf as hashOfRecord, lastOfEach, payloadOf as payloadOfRecord } from './content.ts'
import { emailKey, phoneKey } from './normalise.ts'

describe('Normalized keys of contacts', () => {
  it('are an email in lower case without surrounding spaces, or null', () => {
    expect(emailKey(' Priya.Shah@Example.COM ')).toBe('priya.shah@example.com')
    expect([emailKey('  '), emailKey(null)]).toEqual([null, null])
    expect([emailKey('ask Priya'), emailKey('n/a'), emailKey(`${'p'.repeat(260)}@example.com`)]).toEqual([null, null, null])
  })

  it.each([
    ['+1 (555) 010-4477', null, '+15550104477'],
    ['(212) 555-0123', null, '+12125550123'],
    ['(212) 555-0123', 'us', '+12125550123'],
    ['030 123456', 'DE', '+4930123456'],
    ['020 7946 0018', 'gb', '+442079460018'],
    ['+44 20 7946 0018', 'US', '+442079460018'],
    ['212 555 0123', 'United States', '+12125550123'],
    ['12', 'US', null],
    ['call me', null, null],
    ['', null, null],
    [null, 'US', null],
  ])('are the number %s of %s as %s', (phone, country, key) => {
    expect(phoneKey(phone, country)).toBe(key)
  })
})

describe('The content of a record', () => {
  const hashOf = (content: object): string => hashOfRecord({ ...content, raw: null })
  const payloadOf = (raw: unknown): string => payloadOfRecord({ raw })

  it('is equal only if all of it is; the payload does not count', () => {
    expect(hashOf({ a: 1, b: [null] })).toMatch(/^[0-9a-f]{32}$/)
    expect(hashOf({ a: 1 })).toBe(hashOfRecord({ a: 1, raw: { later: true } } as { raw: unknown }))
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: '1' }))
    expect(hashOf({ a: 'x', b: '' })).not.toBe(hashOf({ a: '', b: 'x' }))
  })

  it('is kept as it came, unless it is larger than any record of a CRM', () => {
    expect(payloadOf({ id: '1', name: 'Zoë' })).toBe('{"id":"1","name":"Zoë"}')
    expect(payloadOf(undefined)).toBe('null')
    expect(payloadOf({ note: 'x'.repeat(70_000) })).toMatch(/^\{"too_large":70\d+\}$/)
  })

  it('loses what the database cannot store', () => {
    expect(storable('a\0b')).toBe('ab')
    expect(storable('half \ud83d')).toBe('half \ufffd')
    expect(storable(null)).toBe(null)
    expect(payloadOf({ name: 'half \ud83d' }).isWellFormed()).toBe(true)
  })

  it('is the last one, if a page has it twice', () => {
    const content = [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
      { id: 'a', n: 3 },
    ]
    expect(lastOfEach(content, ({ id }) => id)).toEqual([
      { id: 'a', n: 3 },
      { id: 'b', n: 2 },
    ])
  })
})
