import { describe, expect, it } from 'vitest'
import { cellsOf } from './cells.ts'

const map = { created_at: 'created', amount: 'amount' }

describe('a row that was set aside', () => {
  it('is read cell by cell where it comes from a sheet', () => {
    expect(cellsOf('{"values":{"first_name":"Elif","created":"31/02/2026","amount":20334}}', map)).toEqual([
      ['First name', 'Elif'],
      ['Created', '31/02/2026'],
      ['Amount', '20334'],
    ])
  })

  it('says days as a sheet shows them, not as it counts them', () => {
    const created = (value: number) => cellsOf(`{"values":{"created":${value}}}`, map)?.[0]?.[1]
    expect([45_846, 45_846.711805555555].map(created)).toEqual(['2025-07-08', '2025-07-08 17:05'])
    expect(cellsOf('{"values":{"created":45846}}', undefined)).toEqual([['Created', '45846']])
  })

  it('is shown as it is where it has another form, or is cut off', () => {
    expect(cellsOf('{"id":"17","properties":{}}', map)).toBeNull()
    expect(cellsOf('{"values":{"first_na', map)).toBeNull()
    expect(cellsOf('null', map)).toBeNull()
  })
})
