import { describe, expect, it } from 'vitest'
import { looksPersonal, suggest, suggestType } from './suggest.ts'

/** Each value as often as it is there, most frequent first. */
const seen = (...all: string[]) =>
  [...Map.groupBy(all, (value) => value)]
    .map(([value, same]) => ({ value, count: same.length }))
    .toSorted((one, other) => other.count - one.count)

const typeOf = (name: string, ...all: string[]) => suggestType({ name, values: seen(...all), otherValues: 0 })

describe('The type that is suggested for a property [PARTNER-10]', () => {
  it.each([
    ['boolean', ['true', 'false', 'true']],
    ['boolean', ['yes', 'No', 'YES']],
    ['number', ['12', '-3.5', '0', '0.25', '11900']],
    ['date', ['2026-11-21', '2026-02-28']],
    ['datetime', ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.5+02:00']],
    ['email', ['ada@example.com', 'ben.park@example.org']],
    ['phone', ['+1 202 555 0148', '(202) 555-0149']],
    ['enum', ['yes', 'yes', 'no', 'no', 'maybe later', 'maybe later']],
    ['string', ['yes', 'yes', 'no', 'no', 'maybe later']],
    ['string', ['12', 'tbc']],
    ['string', ['2026-02-30', '2026-02-28']],
    ['string', ['007', '0042']],
    ['string', []],
  ] as const)('is %s for %j', (type, values) => {
    expect(typeOf('answer', ...values)).toBe(type)
  })

  it('is one of several values only while there are at most ten, none besides them, and each can be one', () => {
    const values = Array.from({ length: 11 }, (_, n) => ({ value: `option ${n}`, count: 2 }))
    const typeWith = (list: typeof values, otherValues = 0) => suggestType({ name: 'answer', values: list, otherValues })
    expect(typeWith(values)).toBe('string')
    expect(typeWith(values.slice(1))).toBe('enum')
    expect(typeWith(values.slice(1), 1)).toBe('string')
    expect(typeWith([{ value: 'x'.repeat(101), count: 5 }])).toBe('string')
    expect(typeWith([{ value: 'two\nlines', count: 5 }])).toBe('string')
    expect(typeWith(['slate', ' slate'].map((value) => ({ value, count: 2 })))).toBe('string')
  })

  it('is a phone number if the name says so, although digits alone are a number', () => {
    expect(typeOf('order', '2025550148')).toBe('number')
    expect(typeOf('secondPhone', '2025550148')).toBe('phone')
  })
})

describe('What else is suggested for a property [PARTNER-10]', () => {
  it('is the opportunity for what mostly comes with deals, and its values if it is one of several', () => {
    const values = seen('gold', 'gold', 'silver', 'silver', 'gold')
    const about = { name: 'plan', values, otherValues: 0, count: 5 }
    expect(suggest({ ...about, ofOpportunities: 3 })).toEqual({
      type: 'enum',
      enum_values: ['gold', 'silver'],
      maps_to: 'opportunity.custom',
      pii: false,
    })
    expect(suggest({ ...about, count: 6, ofOpportunities: 3 }).maps_to).toBe('contact.custom')
  })

  it('is personal for email addresses and phone numbers whatever their name', () => {
    const about = { otherValues: 0, count: 1, ofOpportunities: 0 }
    expect(suggest({ ...about, name: 'ref', values: seen('ada@example.com') }).pii).toBe(true)
    expect(suggest({ ...about, name: 'ref', values: seen('+12025550148') }).pii).toBe(true)
  })

  it.each(['referrer_name', 'firstName', 'First name', 'street', 'date_of_birth', 'backup-email', 'dob'])(
    'is personal for the name %s',
    (name) => {
      expect(looksPersonal(name)).toBe(true)
    },
  )

  it.each(['roof_type', 'campaign_name', 'utm_name', 'productName', 'call_seconds', 'renamed', 'mailing'])(
    'is not personal for the name %s',
    (name) => {
      expect(looksPersonal(name)).toBe(false)
    },
  )
})
