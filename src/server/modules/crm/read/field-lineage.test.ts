import { describe, expect, it } from 'vitest'
import { fieldLineageFrom, textOf, valueAt } from './field-lineage.ts'

const delivery = (n: number, payload: unknown) => ({
  run_id: `run ${n}`,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  received_at: new Date(Date.UTC(2026, 2, n)),
})

describe('The lineage of a field', () => {
  const newestFirst = [
    delivery(4, { properties: { email: 'b@example.com', city: 'York' } }),
    delivery(3, { properties: { email: 'b@example.com', city: 'York' } }),
    delivery(2, { properties: { email: 'b@example.com', city: 'Leeds' } }),
    delivery(1, { properties: { email: 'a@example.com', city: 'York' } }),
  ]
  const paths = { email: 'properties.email', city: 'properties.city', phone: 'properties.phone' }
  const originOf = (field: string, value: unknown, deliveries = newestFirst) =>
    fieldLineageFrom(deliveries, { values: new Map([[field, value]]), paths, columns: {} })[0]

  it('is the first delivery since which it has its current value', () => {
    expect(originOf('email', 'b@example.com')).toEqual({
      field: 'email',
      value: 'b@example.com',
      path: 'properties.email',
      column: null,
      raw: 'b@example.com',
      run_id: 'run 2',
      since: '2026-03-02T00:00:00.000Z',
    })
    expect(originOf('city', 'York')).toMatchObject({ run_id: 'run 3' })
  })

  it('shows what the vendor sent next to what we made of it', () => {
    expect(originOf('city', 'york')).toMatchObject({ value: 'york', raw: 'York' })
  })

  it('is unknown if nothing was kept, or if the vendor has no such field', () => {
    expect(originOf('email', 'b@example.com', [])).toMatchObject({
      path: 'properties.email',
      raw: null,
      run_id: null,
      since: null,
    })
    expect(originOf('shoe size', 39)).toEqual({
      field: 'shoe size',
      value: '39',
      path: null,
      column: null,
      raw: null,
      run_id: null,
      since: null,
    })
  })

  it('is left out if neither the vendor nor we have a value', () => {
    expect(originOf('phone', null)).toBe(undefined)
    expect(originOf('shoe size', '')).toBe(undefined)
  })

  it('ignores payloads that cannot be read', () => {
    expect(originOf('email', 'x', [delivery(1, 'not json')])).toMatchObject({ raw: null, run_id: 'run 1' })
  })

  it('follows a path through objects and lists only', () => {
    const payload = { a: { b: [{ c: 7 }] }, text: 'words' }
    expect([valueAt(payload, 'a.b.0.c'), valueAt(payload, 'a.x.c'), valueAt(payload, 'text.length')]).toEqual([
      7,
      undefined,
      undefined,
    ])
  })

  it('is shown as text for any type of value', () => {
    expect([textOf(['a', 'b']), textOf([]), textOf(''), textOf(false), textOf({ a: 1 })]).toEqual([
      'a, b',
      null,
      null,
      'false',
      '{"a":1}',
    ])
  })
})

describe('The lineage of a vendor’s own field', () => {
  const originsIn = (payload: unknown, known: Partial<Parameters<typeof fieldLineageFrom>[1]>) =>
    fieldLineageFrom([delivery(1, payload)], { values: new Map(), paths: {}, columns: {}, ...known }).map(
      ({ field, path, raw, run_id, column }) => [field, path, raw, run_id, column],
    )

  it('is listed with the others, under the vendor’s name for it', () => {
    const values = new Map([['fields.lifecyclestage', 'lead']])
    const payload = { properties: { lifecyclestage: 'lead' } }
    expect(originsIn(payload, { values, paths: { 'fields.*': 'properties.*' } })).toEqual([
      ['fields.lifecyclestage', 'properties.lifecyclestage', 'lead', 'run 1', null],
    ])
    expect(originsIn({ Rating: 'Hot' }, { values: new Map([['fields.Rating', 'Hot']]), paths: { 'fields.*': '*' } })).toEqual([
      ['fields.Rating', 'Rating', 'Hot', 'run 1', null],
    ])
  })

  it('is not repeated if one of our own fields is made of it', () => {
    const values = new Map([
      ['source', 'Google Ads'],
      ['city', 'Leeds'],
      ['fields.lead_source', 'Google Ads'],
      ['fields.City', 'Leeds'],
      ['fields.shoe_size', '39'],
    ])
    const payload = { lead_source: 'Google Ads', City: 'Leeds', shoe_size: 39 }
    const paths = { source: 'lead_source', city: 'city', 'fields.*': '*' }
    expect(originsIn(payload, { values, paths }).map(([field]) => field)).toEqual(['source', 'city', 'fields.shoe_size'])
  })

  it('is found in a list by its id, title or tag, in any spelling, with dots', () => {
    const customFields = [
      { id: '7', title: 'Est. value', perstag: 'EST_VALUE', value: '40' },
      { id: '8', title: 'Postal code', perstag: 'POSTAL_CODE', value: 'LS1' },
    ]
    const values = new Map([
      ['postalCode', 'LS1'],
      ['fields.Est. value', '40'],
      ['fields.Postal code', 'LS1'],
    ])
    const paths = { postalCode: 'customFields.postal_code', 'fields.*': 'customFields.*' }
    expect(originsIn({ customFields }, { values, paths })).toEqual([
      ['postalCode', 'customFields.postal_code', 'LS1', 'run 1', null],
      ['fields.Est. value', 'customFields.Est. value', '40', 'run 1', null],
    ])
  })

  it('is the column of a table, by its id if that is known', () => {
    const values = new Map([['fields.Job title', 'Dentist']])
    const inAirtable = { values, paths: { 'fields.*': 'fields.*' }, columns: { fldJob: 'Job title' } }
    expect(originsIn({ fields: { fldJob: 'Dentist' } }, inAirtable)).toEqual([
      ['fields.Job title', 'fields.fldJob', 'Dentist', 'run 1', 'Job title'],
    ])
    const inSheet = { values, paths: { 'fields.*': 'values.*' } }
    expect(originsIn({ values: { job_title: 'Dentist' } }, inSheet)).toEqual([
      ['fields.Job title', 'values.job_title', 'Dentist', 'run 1', null],
    ])
    const nameless = { values: new Map([['fields.column_B', 'Dentist']]), paths: { 'fields.*': 'values.*' } }
    expect(originsIn({ values: { B: 'Dentist' } }, nameless)).toEqual([['fields.column_B', 'values.B', 'Dentist', 'run 1', null]])
  })

  it('is the first of several paths with a value', () => {
    const paths = { city: ['MailingCity', 'City'] }
    const values = new Map([['city', 'Leeds']])
    expect(originsIn({ MailingCity: null, City: 'Leeds' }, { values, paths })).toEqual([['city', 'City', 'Leeds', 'run 1', null]])
    expect(originsIn({}, { values, paths })).toEqual([['city', 'MailingCity', null, 'run 1', null]])
  })

  it('supports a name with dots', () => {
    const company = '_parent_value@OData.Community.Display'
    expect(valueAt({ [company]: 'Brightsmile' }, company)).toBe('Brightsmile')
  })
})
