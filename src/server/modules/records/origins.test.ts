import { describe, expect, it } from 'vitest'
import { originsFrom, textOf, valueAt } from './origins.ts'

const delivery = (n: number, payload: unknown) => ({
  run_id: `run ${n}`,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  received_at: new Date(Date.UTC(2026, 2, n)),
})

describe('where a field comes from', () => {
  const newestFirst = [
    delivery(4, { properties: { email: 'b@example.com', city: 'York' } }),
    delivery(3, { properties: { email: 'b@example.com', city: 'York' } }),
    delivery(2, { properties: { email: 'b@example.com', city: 'Leeds' } }),
    delivery(1, { properties: { email: 'a@example.com', city: 'York' } }),
  ]
  const paths = { email: 'properties.email', city: 'properties.city', phone: 'properties.phone' }
  const originOf = (field: string, value: unknown, deliveries = newestFirst) =>
    originsFrom(deliveries, { values: new Map([[field, value]]), paths })[0]

  it('is the first delivery since which it has the value that it has', () => {
    expect(originOf('email', 'b@example.com')).toEqual({
      field: 'email',
      value: 'b@example.com',
      path: 'properties.email',
      raw: 'b@example.com',
      run_id: 'run 2',
      since: '2026-03-02T00:00:00.000Z',
    })
    expect(originOf('city', 'York')).toMatchObject({ run_id: 'run 3' })
  })

  it('shows what the vendor sent beside what we made of it', () => {
    expect(originOf('city', 'york')).toMatchObject({ value: 'york', raw: 'York' })
    expect(originOf('phone', null)).toMatchObject({ value: null, raw: null, run_id: 'run 1' })
  })

  it('is not known where nothing was kept, or where the vendor has no such field', () => {
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
      raw: null,
      run_id: null,
      since: null,
    })
  })

  it('is looked for in what cannot be read without a fall', () => {
    expect(originOf('email', 'x', [delivery(1, 'not json')])).toMatchObject({ raw: null, run_id: 'run 1' })
  })

  it('follows a path through objects and lists, and through nothing else', () => {
    const payload = { a: { b: [{ c: 7 }] }, text: 'words' }
    expect([valueAt(payload, 'a.b.0.c'), valueAt(payload, 'a.x.c'), valueAt(payload, 'text.length')]).toEqual([
      7,
      undefined,
      undefined,
    ])
  })

  it('is written as text, whatever it is', () => {
    expect([textOf(['a', 'b']), textOf([]), textOf(''), textOf(false), textOf({ a: 1 })]).toEqual([
      'a, b',
      null,
      null,
      'false',
      '{"a":1}',
    ])
  })
})
