import { describe, expect, it } from 'vitest'
import { cellsOf } from './cells.ts'

const map = { created_at: 'created', amount: 'amount' }

describe('A rejected row', () => {
  it('is shown cell by cell if it comes from a sheet', () => {
    expect(cellsOf('{"values":{"first_name":"Elif","created":"31/02/2026","amount":20334}}', map)).toEqual([
      { name: 'First name', value: 'Elif', isOdd: false },
      { name: 'Created', value: '31/02/2026', isOdd: false },
      { name: 'Amount', value: '20334', isOdd: false },
    ])
  })

  it('begins with the invalid columns, also if they are empty', () => {
    const read = { ...map, email: 'email', phone: 'phone', company: 'company' }
    const sent =
      '{"row":8,"odd":["email","phone"],"values":{"first_name":"Nora","email":"foo@","created":"2026-11-17","amount":1}}'
    expect(cellsOf(sent, read)).toEqual([
      { name: 'Email', value: 'foo@', isOdd: true },
      { name: 'Phone', value: null, isOdd: true },
      { name: 'First name', value: 'Nora', isOdd: false },
      { name: 'Created', value: '2026-11-17', isOdd: false },
      { name: 'Amount', value: '1', isOdd: false },
      { name: 'Company', value: null, isOdd: false },
    ])
  })

  it('shows days as dates, not as the numbers of a sheet', () => {
    const created = (value: number) => cellsOf(`{"values":{"created":${value}}}`, map)?.[0]?.value
    expect([45_846, 45_846.711805555555].map(created)).toEqual(['2025-07-08', '2025-07-08 17:05'])
    expect(cellsOf('{"values":{"created":45846}}', undefined)).toMatchObject([{ name: 'Created', value: '45846' }])
  })

  it('is shown unchanged if it has another format, or is truncated', () => {
    expect(cellsOf('{"id":"17","properties":{}}', map)).toBeNull()
    expect(cellsOf('{"values":{"first_na', map)).toBeNull()
    expect(cellsOf('null', map)).toBeNull()
  })
})
